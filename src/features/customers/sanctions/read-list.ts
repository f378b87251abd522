import { addressKey } from '#platform/chain/address-key.ts';
import { foldName } from './fold-name.ts';

export interface SanctionsList {
  /** Of addresses. */
  keys: string[];
  countries: string[];
  /** Folded. */
  names: string[];
  /** Numbers of the lines that say nothing. */
  skipped: number[];
}

/** Reads the operator's list: an address, `country:IR` or `name:…` on each line; `#` starts a comment. */
export function readList(text: string): SanctionsList {
  const [keys, countries, names] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const skipped: number[] = [];
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.replace(/#.*/, '').trim();
    if (!line) continue;
    const [, kind, value = ''] = /^(country|name):(.*)$/i.exec(line) ?? [];
    const name = foldName(value);
    const key = addressKey(line);
    if (kind?.toLowerCase() === 'country' && /^\s*[A-Z]{2}$/i.test(value)) countries.add(value.trim().toUpperCase());
    else if (kind?.toLowerCase() === 'name' && name.length > 2 && name.length <= 500) names.add(name);
    else if (kind === undefined && key !== null) keys.add(key);
    else skipped.push(index + 1);
  }
  return { keys: [...keys], countries: [...countries], names: [...names], skipped };
}
