import type { Memento } from 'vscode';
import { documentedSite } from '../../core/wiki/site';

/** The wiki that an endpoint belongs to ({base_url} of the contract): as its address says, else as the person did. */
export class Sites {
  constructor(
    private readonly state: Pick<Memento, 'get' | 'update'>,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Where nobody has said it, the endpoint's own origin: no token is kept for that one unless the person gave it. */
  of(endpoint: string): string {
    return this.known(endpoint) ?? new URL(endpoint).origin;
  }

  known(endpoint: string): string | undefined {
    const said = this.state.get<unknown>(keyOf(endpoint));
    return documentedSite(endpoint) ?? (typeof said === 'string' && URL.canParse(said) ? said : undefined);
  }

  async remember(endpoint: string, site: string): Promise<void> {
    try {
      await this.state.update(keyOf(endpoint), site);
    } catch (error) {
      this.failed(error);
    }
  }
}

const keyOf = (endpoint: string): string => `site:${endpoint}`;
