import { holdsDuty } from '#contracts/holds-duty.ts';
import type { MessageKey } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import type { Book, Found, Verb } from './book.ts';
import type { Choice } from './choice.ts';
import { fits } from './fuzzy.ts';
import { readRecents } from './recents.ts';
import { sayVerbs } from './say-verbs.ts';
import { useFound } from './use-found.ts';

const MAX_SCREENS = 8;

/**
 * What a text can mean: what was chosen last, a verb with its record, something to do, a screen, or what the shop finds
 * for it, in this order.
 */
export function useChoices(q: string, book: Book, screens: readonly { to: string; label: MessageKey }[]) {
  const { t, money } = useI18n();
  const { id: me = '', roles = [] } = useRootData()?.user ?? {};
  const mine = book.verbs.filter(({ duties }) => !duties || holdsDuty(roles, ...duties));
  const said = sayVerbs(q, mine, t);
  // Found by the whole text, too: what begins as a verb may be a name.
  const { found, searching } = useFound(book.search, said?.rest ?? q);
  const recents = best(q, readRecents(me));
  const named = best(q, [
    ...book.deeds.map(({ label, to, control, posts }) => ({
      key: label,
      title: t(label),
      about: t('palette.deed'),
      to,
      control,
      posts,
    })),
    ...screens.map(({ to, label }) => ({ key: to, title: t(label), about: t(book.screen), to })),
  ]).slice(0, q === '' ? undefined : MAX_SCREENS);
  // None of an earlier text: what is chosen here leads to a button that does something.
  const acts = (said && !searching ? said.verbs : []).flatMap((verb) =>
    found.filter(({ kind }) => kind === verb.kind).map((one) => act(verb, one)),
  );
  const choices = unique([...recents, ...acts, ...named, ...found.flatMap(open)]);
  return { choices, searching, hints: q === '' ? mine.map(({ label }) => t(label)) : [] };

  function open(one: Found): Choice[] {
    const { kind, id, title, detail, amount } = one;
    const known = book.kinds[kind];
    if (!known) return [];
    const about = [t(known.label), amount && money(amount.cents, amount.currency), detail].filter(Boolean).join(' · ');
    return [{ key: `${kind} ${id} ${title}`, title, about, to: known.to(one) }];
  }

  function act({ name, label, control, to }: Verb, one: Found): Choice {
    const [{ title, about, to: own } = { title: '', about: '', to: '' }] = open(one);
    return { key: `${name} ${one.id} ${title}`, title: `${t(label)} ${title}`, about, to: to?.(one) ?? own, control };
  }
}

/** Those that fit what was typed, best first; all of them, as they come, where nothing was. */
const best = (q: string, choices: readonly Choice[]): Choice[] =>
  choices
    .map((choice) => ({ choice, fit: fits(q, choice.title) }))
    .filter(({ fit }) => fit > 0)
    .sort((one, other) => other.fit - one.fit)
    .map(({ choice }) => choice);

const unique = (choices: readonly Choice[]): Choice[] =>
  choices.filter(({ key }, at) => choices.findIndex((one) => one.key === key) === at);
