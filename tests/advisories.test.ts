import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Advisory } from '../tools/advisories/advisory.ts';
import {
  advisoryFaults,
  ageOf,
  type Excuse,
  installedOf,
  isStale,
  readInstalled,
} from '../tools/advisories/check-advisories.ts';
import { refreshAdvisories } from '../tools/advisories/refresh-advisories.ts';

type Events = { introduced?: string; fixed?: string; last_affected?: string }[];

const about = (name: string, events: Events, more: Partial<Advisory> = {}): Advisory => ({
  id: 'GHSA-1',
  summary: 'It recurses',
  affected: [{ package: { ecosystem: 'npm', name }, ranges: [{ type: 'SEMVER', events }] }],
  ...more,
});
const known = (...advisories: Advisory[]) => ({ refreshed_at: '2026-11-01', packages: ['mail'], advisories });
const mail = (version: string) => [{ name: 'mail', version }];
const faultsOf = (advisory: Advisory, version: string) =>
  advisoryFaults(mail(version), known(advisory), [], '2026-11-20');

test.for<[Events, string, boolean]>([
  [[{ introduced: '0' }, { fixed: '7.0.11' }], '7.0.10', true],
  [[{ introduced: '0' }, { fixed: '7.0.11' }], '7.0.11', false],
  [[{ introduced: '0' }, { fixed: '7.0.11' }], '7.0.11-beta.1', true],
  [[{ introduced: '0' }], '0.0.0-alpha', true],
  [[{ introduced: '2.0.0' }, { fixed: '2.1.0' }], '1.9.9', false],
  [[{ introduced: '2.0.0' }, { fixed: '2.1.0' }], '2.0.0', true],
  [[{ introduced: '1.0.0' }, { fixed: '1.2.0' }, { introduced: '2.0.0' }, { fixed: '2.1.0' }], '1.5.0', false],
  [[{ fixed: '2.1.0' }, { introduced: '2.0.0' }], '2.0.5', true],
  [[{ introduced: '1.0.0' }, { last_affected: '1.4.0' }], '1.4.0', true],
  [[{ introduced: '1.0.0' }, { last_affected: '1.4.0' }], '1.4.1', false],
  [[{ introduced: '0' }, { fixed: '1.0.0' }], 'github:somebody/mail', true],
])('of %j, version %s is affected: %s', ([events, version, affected]) => {
  expect(faultsOf(about('mail', events), version)).toHaveLength(affected ? 1 : 0);
});

test('an advisory is named with its package and version; one that was withdrawn or is about others is not', () => {
  const all = [{ introduced: '0' }];
  expect(faultsOf(about('mail', all), '1.0.0')).toEqual(['mail 1.0.0: GHSA-1 It recurses']);
  expect(faultsOf(about('mail', all, { withdrawn: '2026-01-01T00:00:00Z' }), '1.0.0')).toEqual([]);
  expect(faultsOf(about('mailer', all), '1.0.0')).toEqual([]);
  const elsewhere = { affected: [{ package: { ecosystem: 'PyPI', name: 'mail' }, versions: ['1.0.0'] }] };
  expect(faultsOf(about('mail', [], elsewhere), '1.0.0')).toEqual([]);
  const listed = { affected: [{ package: { ecosystem: 'npm', name: 'mail' }, versions: ['1.0.0'] }] };
  expect([faultsOf(about('mail', [], listed), '1.0.0').length, faultsOf(about('mail', [], listed), '1.0.1')]).toEqual([
    1,
    [],
  ]);
});

test('an excuse counts until its last day, for its package alone, and is named when nothing needs it', () => {
  const excuse = { id: 'GHSA-1', package: 'mail', reason: 'We never parse addresses with it.', until: '2026-11-20' };
  const faults = (today: string, name = 'mail') =>
    advisoryFaults([{ name, version: '1.0.0' }], known(about(name, [{ introduced: '0' }])), [excuse], today);
  expect(faults('2026-11-20')).toEqual([]);
  expect(faults('2026-11-21')).toEqual([expect.stringContaining('its excuse ended on 2026-11-20')]);
  expect(faults('2026-11-20', 'mailer')).toEqual([
    'mailer 1.0.0: GHSA-1 It recurses',
    'excused.json: GHSA-1 no longer concerns mail',
  ]);
});

test.each([
  ['no reason', { reason: ' ' }],
  ['no end', { until: undefined }],
  ['an end that is no day', { until: 'never' }],
  ['an end in more than three months', { until: '2027-02-21' }],
])('an excuse with %s is none', (_what, wrong) => {
  const excuse = { id: 'GHSA-1', package: 'mail', reason: 'We never parse.', until: '2027-02-20', ...wrong } as Excuse;
  const faults = advisoryFaults(mail('1.0.0'), known(about('mail', [{ introduced: '0' }])), [excuse], '2026-11-20');
  expect(faults).toEqual([
    'mail 1.0.0: GHSA-1 It recurses',
    'excused.json: GHSA-1 needs a reason and an end within three months',
  ]);
  expect(advisoryFaults(mail('1.0.0'), known(), [excuse], '2026-11-20')).toHaveLength(1);
});

test('nested and renamed packages of a lock file count', () => {
  const packages = {
    '': { version: '1.0.0' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/a/node_modules/@b/c': { version: '2.0.0' },
    'node_modules/d': { name: 'e', version: '3.0.0' },
  };
  expect(installedOf({ packages })).toEqual([
    { name: 'a', version: '1.0.0' },
    { name: '@b/c', version: '2.0.0' },
    { name: 'e', version: '3.0.0' },
  ]);
});

test('an advisory about a package that is copied into the source is found, by the version of the copy', () => {
  const faultsOf = (fixed: string) =>
    advisoryFaults(readInstalled(), known(about('postgres', [{ introduced: '0' }, { fixed }])), [], '2026-11-20');
  expect([faultsOf('3.4.10'), faultsOf('3.4.9')]).toEqual([['postgres 3.4.9: GHSA-1 It recurses'], []]);
});

test('it says how old the advisories are, and which packages nobody asked about', () => {
  expect(ageOf(known(), [...mail('1.0.0'), { name: 'new', version: '1.0.0' }], '2026-11-20')).toBe(
    'Known: 0 advisories about 1 packages, 19 days old. 1 packages came later: new',
  );
  expect(ageOf({ ...known(), refreshed_at: null }, mail('1.0.0'), '2026-11-20')).toContain('Nobody has asked OSV');
});

test('advisories are old after a month, and when nobody asked about a package or about any', () => {
  const stale = (refreshed_at: string | null, name = 'mail') =>
    isStale({ ...known(), refreshed_at }, [{ name, version: '1.0.0' }], '2026-11-20');
  expect([stale('2026-10-20'), stale('2026-10-19'), stale(null), stale('2026-11-19', 'new')]).toEqual([
    false,
    true,
    true,
    true,
  ]);
});

test('a refresh asks OSV page by page, tries again, and keeps what is compared', async () => {
  const details = { ...about('mail', [{ introduced: '0' }]), details: 'long', references: [{ type: 'WEB', url: 'x' }] };
  let refused = 0;
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/vulns/GHSA-1' && refused++ === 0) return void response.writeHead(503).end();
    const text = (await Array.fromAsync(request)).join('');
    const { queries = [] } = (text ? JSON.parse(text) : {}) as {
      queries?: { package: { name: string }; page_token?: string }[];
    };
    const results = queries.map(({ package: { name }, page_token }) => {
      if (name !== 'mail') return {};
      return page_token ? { vulns: [{ id: 'GHSA-2' }] } : { vulns: [{ id: 'GHSA-1' }], next_page_token: 'more' };
    });
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify(request.url === '/v1/querybatch' ? { results } : { ...details, id: request.url?.slice(10) }),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const dir = await mkdtemp(join(tmpdir(), 'facevalue-advisories-'));
  afterAll(async () => {
    server.close();
    await rm(dir, { recursive: true });
  });
  const file = join(dir, 'known.json');
  const installed = [...mail('1.0.0'), { name: 'other', version: '1.0.0' }];
  await refreshAdvisories(installed, file, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const written = JSON.parse(await readFile(file, 'utf8'));
  const kept = about('mail', [{ introduced: '0' }]);
  expect(written).toEqual({
    refreshed_at: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    packages: ['mail', 'other'],
    advisories: [kept, { ...kept, id: 'GHSA-2' }],
  });
  expect(advisoryFaults(installed, written, [], '2026-11-20')).toHaveLength(2);
});
