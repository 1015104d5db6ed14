import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { removeFolder, temporaryFolder } from '../host/folders.js';
import { makeCertificate } from '../wiki/certificates.js';

/** What the forge does when somebody asks for the branches. */
type Answers = 'what it has' | 'a password is needed' | 'never' | 'that it is broken';

/** A repository that Git reaches over HTTPS, as a forge has it. */
export class Forge {
  answers: Answers = 'what it has';
  /** The paths that were asked for. */
  readonly asked: string[] = [];
  readonly authorizations: (string | undefined)[] = [];

  private constructor(
    private readonly folder: string,
    private readonly server: Server,
    /** The file of the certificate that Git has to trust. */
    readonly certificate: string,
  ) {}

  static async open(): Promise<Forge> {
    const folder = await temporaryFolder('forge');
    const certificate = path.join(folder, 'certificate.pem');
    const made = await makeCertificate(['127.0.0.1']);
    await writeFile(certificate, made.cert);
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch', 'main', 'docs.git'], {
      cwd: folder,
    });
    const server = createServer(made);
    const forge = new Forge(folder, server, certificate);
    server.on('request', ({ url = '', headers }, response) => {
      forge.authorizations.push(headers.authorization);
      const { pathname } = new URL(url, 'https://forge');
      forge.asked.push(pathname);
      if (forge.answers === 'a password is needed') {
        response.writeHead(401, { 'www-authenticate': 'Basic realm="forge"' }).end();
      } else if (forge.answers === 'that it is broken') {
        response.writeHead(503).end();
      } else if (forge.answers === 'what it has') {
        readFile(path.join(folder, pathname.replace(/^\/team\//, ''))).then(
          (file) => response.end(file),
          () => response.writeHead(404).end(),
        );
      }
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return forge;
  }

  get origin(): string {
    return `https://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Takes what is checked out in a folder as a branch or a tag, whatever that was before. */
  push(from: string, name: string, as: 'heads' | 'tags' = 'heads'): void {
    const cwd = path.join(this.folder, 'docs.git');
    execFileSync('git', ['fetch', '--quiet', from, `+HEAD:refs/${as}/${name}`], { cwd });
    execFileSync('git', ['update-server-info'], { cwd });
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await removeFolder(this.folder);
  }
}
