import { compare, valid } from 'semver';

/** The part of an OSV record that we keep: https://ossf.github.io/osv-schema/ */
export interface Advisory {
  id: string;
  aliases?: string[];
  summary?: string;
  withdrawn?: string;
  affected?: {
    package?: { ecosystem: string; name: string };
    ranges?: { type: string; events: { introduced?: string; fixed?: string; last_affected?: string }[] }[];
    versions?: string[];
  }[];
}

/** The content of known.json. */
export interface Known {
  /** When the database was asked; null: never, and the advisories were entered by hand. */
  refreshed_at: string | null;
  /** Which packages were asked about. */
  packages: string[];
  advisories: Advisory[];
}

export interface Installed {
  name: string;
  version: string;
}

/** Whether an advisory speaks of this version of a package. A version that can't be compared counts as affected. */
export function affects({ affected = [], withdrawn }: Advisory, name: string, version: string): boolean {
  if (withdrawn) return false;
  const ours = affected.filter((one) => one.package?.ecosystem === 'npm' && one.package.name === name);
  return ours.some(
    ({ ranges = [], versions = [] }) =>
      versions.includes(version) ||
      ranges.some(({ type, events }) => type === 'SEMVER' && (!valid(version) || isWithin(events, version))),
  );
}

type Events = NonNullable<NonNullable<Advisory['affected']>[number]['ranges']>[number]['events'];

/** What the last event before or at the version says. `introduced: 0` is before every version. */
function isWithin(events: Events, version: string): boolean {
  const sorted = events
    .map(({ introduced, fixed, last_affected }) => ({
      at: (introduced === '0' ? '0.0.0-0' : introduced) ?? fixed ?? last_affected ?? '',
      begins: introduced !== undefined,
      inclusive: last_affected !== undefined,
    }))
    .filter(({ at }) => valid(at))
    .sort((a, b) => compare(a.at, b.at));
  let within = false;
  for (const { at, begins, inclusive } of sorted) {
    const order = compare(version, at);
    if (begins ? order >= 0 : order > 0 || (order === 0 && !inclusive)) within = begins;
  }
  return within;
}
