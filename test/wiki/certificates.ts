import { isIP } from 'node:net';
import { generate } from 'selfsigned';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A private certificate authority, as companies have them. */
export async function makeAuthority(name = 'Test Authority'): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: name }], {
    ...kind,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { key: made.private, cert: made.cert };
}

/** For these host names and IP addresses; signed by itself without an authority. */
export async function makeCertificate(
  names: readonly string[],
  authority?: Certificate,
): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: names[0] ?? '' }], {
    ...kind,
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: names.map((name) => (isIP(name) === 0 ? { type: 2, value: name } : { type: 7, ip: name })),
      },
    ],
    ...(authority !== undefined && { ca: { ...authority } }),
  });
  return { key: made.private, cert: made.cert };
}

const kind = { keyType: 'ec', algorithm: 'sha256' } as const;
