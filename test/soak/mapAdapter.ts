import type { Adapter, AdapterPayload } from 'oidc-provider';

/** The provider's records in a map of its own: nothing is evicted, nothing is shared between providers. */
export function mapAdapter(): new (model: string) => Adapter {
  const records = new Map<string, AdapterPayload>();
  return class implements Adapter {
    constructor(private readonly model: string) {}

    upsert(id: string, payload: AdapterPayload) {
      records.set(this.#key(id), payload);
      return Promise.resolve();
    }

    find(id: string) {
      return Promise.resolve(records.get(this.#key(id)));
    }

    findByUserCode() {
      return Promise.resolve(undefined);
    }

    findByUid() {
      return Promise.resolve(undefined);
    }

    consume(id: string) {
      const payload = records.get(this.#key(id));
      if (payload) {
        payload.consumed = Math.floor(Date.now() / 1000);
      }
      return Promise.resolve();
    }

    destroy(id: string) {
      records.delete(this.#key(id));
      return Promise.resolve();
    }

    revokeByGrantId(grantId: string) {
      for (const [key, payload] of records) {
        if (payload.grantId === grantId) {
          records.delete(key);
        }
      }
      return Promise.resolve();
    }

    #key(id: string): string {
      return `${this.model}:${id}`;
    }
  };
}
