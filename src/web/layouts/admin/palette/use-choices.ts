import { useEffect, useState } from 'react';
import { href } from 'react-router';
import { holdsDuty } from '#contracts/holds-duty.ts';
import type { Found } from '#contracts/office/lookup.ts';
import { type MessageKey, messageKey } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import type { Choice } from './choice.ts';
import { fits } from './fuzzy.ts';
import { readRecents } from './recents.ts';
import { type Verb, verbs } from './verbs.ts';

const TYPING_MS = 60;
const MIN_LETTERS = 2;
const MAX_SCREENS = 8;

const kinds: Record<Found['kind'], { label: MessageKey; to: (id: string) => string }> = {
  ticket: { label: messageKey('palette.ticket'), to: (id) => href('/admin/tickets/:id', { id }) },
  user: { label: messageKey('palette.user'), to: (id) => href('/admin/users/:id', { id }) },
  order: { label: messageKey('palette.order'), to: (id) => href('/admin/orders/:id', { id }) },
  payment: { label: messageKey('palette.payment'), to: (id) => href('/admin/payments/:id', { id }) },
  programme: { label: messageKey('palette.programme'), to: (id) => href('/admin/programmes/:id', { id }) },
  batch: { label: messageKey('palette.batch'), to: (id) => href('/reseller/base/:id', { id }) },
};

/**
 * What a text can mean: a verb with its record, a screen, or what the shop finds for it. Without a text, what was chosen
 * last goes first.
 */
export function useChoices(q: string, screens: readonly { to: string; label: MessageKey }[]) {
  const { t } = useI18n();
  const { id: me = '', roles = [] } = useRootData()?.user ?? {};
  const mine = verbs.filter(({ duties }) => holdsDuty(roles, ...duties));
  const said = sayVerb(q, mine, t);
  const sought = said?.rest ?? q;
  const { found, searching } = useFound(sought);
  const named = screens
    .map(({ to, label }) => ({ key: to, title: t(label), about: t('palette.screen'), to }))
    .map((choice) => ({ choice, fit: fits(q, choice.title) }))
    .filter(({ fit }) => fit > 0)
    .sort((one, other) => other.fit - one.fit)
    .slice(0, q === '' ? undefined : MAX_SCREENS)
    .map(({ choice }) => choice);
  // None of an earlier text: what is chosen here leads to a button that does something.
  const acts =
    said && !searching ? found.filter(({ kind }) => kind === said.verb.kind).map((one) => act(said.verb, one)) : [];
  const others = found.map(open);
  const recents = q === '' ? readRecents(me) : [];
  const all: Choice[] = [
    ...recents,
    ...acts,
    ...named.filter(({ key }) => !recents.some((one) => one.key === key)),
    ...others,
  ];
  return { choices: all, searching, hints: q === '' ? mine.map(({ label }) => t(label)) : [] };

  function open({ kind, id, title, detail }: Found): Choice {
    const { label, to } = kinds[kind];
    return { key: `${kind} ${id} ${title}`, title, about: [t(label), detail].filter(Boolean).join(' · '), to: to(id) };
  }

  function act({ name, label, control, tab }: Verb, one: Found): Choice {
    const { title, about, to } = open(one);
    const path = tab ? `${to}?tab=${tab}` : to;
    return { key: `${name} ${one.id} ${title}`, title: `${t(label)} ${title}`, about, to: path, control };
  }
}

/** The verb that a text begins with, in the reader's language or in English, and what stands after it; a number as records show theirs. */
function sayVerb(q: string, mine: readonly Verb[], t: (key: MessageKey) => string) {
  const [, first = '', rest = ''] = /^(\S{2,})\s+(.+)$/.exec(q) ?? [];
  if (!first) return undefined;
  const begins = (word: string) => word.toLowerCase().startsWith(first.toLowerCase());
  const verb = mine.find(({ name, label }) => begins(name) || begins(t(label)));
  return verb && { verb, rest: rest.replace(/^(?=\d+$)/, '#') };
}

/** What the shop finds once somebody stops typing; a number may be short. */
function useFound(q: string) {
  const [found, setFound] = useState<{ q: string; data: Found[] }>({ q: '', data: [] });
  const asks = q.length >= MIN_LETTERS;
  useEffect(() => {
    if (!asks) return;
    const asked = new AbortController();
    const timer = setTimeout(() => {
      search(q, asked.signal).then(
        (data) => setFound({ q, data }),
        () => {},
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [q, asks]);
  return { found: asks ? found.data : [], searching: asks && found.q !== q };
}

async function search(q: string, signal: AbortSignal): Promise<Found[]> {
  const response = await fetch(`${href('/admin/search')}?${new URLSearchParams({ q })}`, { signal });
  if (!response.ok) throw new Error(`search: ${response.status}`);
  return ((await response.json()) as { data: Found[] }).data;
}
