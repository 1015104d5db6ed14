import { loopbackHosts } from '../../core/connection/endpoint';
import { stringOrEmpty } from '../../core/text/json';

/** An empty proxy means a direct connection. */
export interface NetworkSettings {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  /** Hosts with optional ports, separated by commas, that are reached directly; `*` means all hosts. */
  readonly noProxy: string;
  readonly proxyAuthorization: string | undefined;
  readonly verifyProxyCertificate: boolean;
  readonly systemCertificates: boolean;
}

export interface HttpSettings {
  inspect(key: string): { readonly globalValue?: unknown; readonly defaultValue?: unknown } | undefined;
}

/**
 * Of VS Code's `http.*` settings, only the user's values count: a workspace must not decide where requests go.
 * Without a proxy or exceptions there, variables such as `HTTPS_PROXY` apply, unless `http.proxySupport` is `off`.
 */
export function readNetworkSettings(
  http: HttpSettings,
  environment: Readonly<Record<string, string | undefined>>,
): NetworkSettings {
  const setting = (key: string): unknown => {
    const values = http.inspect(key);
    return values?.globalValue ?? values?.defaultValue;
  };
  const variable = (name: string): string => environment[name] ?? environment[name.toUpperCase()] ?? '';
  const proxyAuthorization = text(setting('proxyAuthorization'));
  const common = {
    proxyAuthorization: proxyAuthorization === '' ? undefined : proxyAuthorization,
    verifyProxyCertificate: setting('proxyStrictSSL') !== false,
    systemCertificates: setting('systemCertificates') !== false,
  };
  if (setting('proxySupport') === 'off') {
    return { ...common, httpProxy: '', httpsProxy: '', noProxy: '*' };
  }
  const proxy = address(text(setting('proxy')));
  const httpProxy = proxy || address(variable('http_proxy'));
  const exceptions = setting('noProxy');
  const listed =
    Array.isArray(exceptions) && exceptions.length > 0
      ? exceptions.map(text)
      : variable('no_proxy').split(/[,\s]+/);
  return {
    ...common,
    httpProxy,
    httpsProxy: proxy || address(variable('https_proxy')) || httpProxy,
    noProxy: listed.includes('*') ? '*' : [...listed, ...loopbackHosts].filter(Boolean).join(','),
  };
}

const text = (value: unknown): string => stringOrEmpty(value).trim();

/** Environment variables often omit the scheme, as in `proxy.example.com:8080`. */
function address(proxy: string): string {
  return proxy === '' || proxy.includes('://') ? proxy : `http://${proxy}`;
}
