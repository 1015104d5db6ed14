import type { WorkspaceConfiguration } from 'vscode';
import { loopback } from '../../core/connection/endpoint';
import { stringOf } from '../../core/text/json';

/** The settings that decide how requests are sent. An empty proxy means a direct connection. */
export interface NetworkSettings {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  /** Hosts with an optional port, separated by commas; `*` matches all. */
  readonly noProxy: string;
  readonly proxyAuthorization: string | undefined;
  readonly verifyProxyCertificate: boolean;
  readonly systemCertificates: boolean;
}

/** Reads VS Code's own settings, and only the user's: a workspace must not decide where requests go. */
export function readNetworkSettings(
  http: Pick<WorkspaceConfiguration, 'inspect'>,
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
    noProxy: listed.includes('*') ? '*' : [...listed, ...loopback].filter(Boolean).join(','),
  };
}

const text = (value: unknown): string => stringOf(value).trim();

/** Environment variables often omit the scheme of a proxy. */
function address(proxy: string): string {
  return proxy === '' || proxy.includes('://') ? proxy : `http://${proxy}`;
}
