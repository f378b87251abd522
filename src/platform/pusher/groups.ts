import type { Client } from './client.ts';

/** Clients grouped by name: a channel's or an owner's. An empty group takes no memory. */
export class Groups {
  readonly #groups = new Map<string, Set<Client>>();

  of(name: string): ReadonlySet<Client> | undefined {
    return this.#groups.get(name);
  }

  add(name: string, client: Client): void {
    const group = this.#groups.get(name);
    if (group) group.add(client);
    else this.#groups.set(name, new Set([client]));
  }

  remove(name: string, client: Client): void {
    const group = this.#groups.get(name);
    group?.delete(client);
    if (group?.size === 0) this.#groups.delete(name);
  }
}
