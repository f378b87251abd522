import { writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Advisory, Installed, Known } from './advisory.ts';

const OSV = 'https://api.osv.dev';
/** OSV takes a thousand at once. */
const PER_BATCH = 500;
const TRIES = 3;

interface Query {
  package: { ecosystem: 'npm'; name: string };
  page_token?: string;
}

interface BatchReply {
  results: { vulns?: { id: string }[]; next_page_token?: string }[];
}

/** Asks OSV for every advisory about the packages, whatever their version, and writes them with today's date. */
export async function refreshAdvisories(installed: Installed[], file: string, osv = OSV): Promise<void> {
  const packages = [...new Set(installed.map(({ name }) => name))].sort();
  const ids = new Set<string>();
  for (let from = 0; from < packages.length; from += PER_BATCH) {
    let queries: Query[] = packages
      .slice(from, from + PER_BATCH)
      .map((name) => ({ package: { ecosystem: 'npm', name } }));
    while (queries.length > 0) {
      const { results } = await ask<BatchReply>(`${osv}/v1/querybatch`, { queries });
      for (const { vulns = [] } of results) for (const { id } of vulns) ids.add(id);
      queries = queries.flatMap((query, at) => {
        const page_token = results[at]?.next_page_token;
        return page_token ? [{ ...query, page_token }] : [];
      });
    }
  }
  const names = new Set(packages);
  const advisories: Advisory[] = [];
  for (const id of [...ids].sort()) advisories.push(shorten(await ask<Advisory>(`${osv}/v1/vulns/${id}`), names));
  const known: Known = { refreshed_at: new Date().toISOString().slice(0, 10), packages, advisories };
  writeFileSync(file, `${JSON.stringify(known, null, 2)}\n`);
}

/** Only what is compared and printed, and only about our packages. */
function shorten({ id, aliases, summary, withdrawn, affected = [] }: Advisory, names: Set<string>): Advisory {
  const ours = affected.filter((one) => one.package?.ecosystem === 'npm' && names.has(one.package.name));
  return {
    id,
    ...(aliases && { aliases }),
    ...(summary && { summary }),
    ...(withdrawn && { withdrawn }),
    affected: ours.map(({ package: about, ranges, versions }) => ({
      ...(about && { package: { ecosystem: about.ecosystem, name: about.name } }),
      ...(ranges && { ranges: ranges.map(({ type, events }) => ({ type, events })) }),
      ...(versions && { versions }),
    })),
  };
}

async function ask<T>(url: string, body?: unknown): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      signal: AbortSignal.timeout(30_000),
    });
    if (response.ok) return (await response.json()) as T;
    if (attempt === TRIES || response.status < 500) throw new Error(`${url} answered ${response.status}`);
    await setTimeout(1_000 * attempt);
  }
}
