import dns from 'node:dns';
import { isIPv6 } from 'node:net';

type Lookup = (
  host: string,
  options: { all?: boolean },
  callback: (error: Error | null, ...found: unknown[]) => void,
) => void;

/** Until `restore`, every `.test` name has the addresses that the next element says; none is a name that nobody knows. */
export function resolveTo(...answers: (readonly string[])[]): () => void {
  const real = dns.lookup;
  const lookup: Lookup = (host, options, callback) => {
    const addresses = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
    if (addresses.length === 0) {
      callback(
        Object.assign(new Error(`getaddrinfo ${host}`), { code: 'ENOTFOUND', syscall: 'getaddrinfo' }),
      );
      return;
    }
    const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    if (options.all === true) {
      callback(null, found);
    } else {
      callback(null, found[0]?.address, found[0]?.family);
    }
  };
  Object.assign(dns, { lookup });
  return () => Object.assign(dns, { lookup: real });
}
