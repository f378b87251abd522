import { useEffect, useState } from 'react';
import { href } from 'react-router';
import type { Found } from '#contracts/office/lookup.ts';
import { type MessageKey, messageKey } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';

export interface Choice {
  key: string;
  title: string;
  /** What it is, and whose. */
  about: string;
  to: string;
}

const TYPING_MS = 150;
const MIN_LETTERS = 2;

const kinds: Record<Found['kind'], { label: MessageKey; to: (id: string) => string }> = {
  ticket: { label: messageKey('palette.ticket'), to: (id) => href('/admin/tickets/:id', { id }) },
  user: { label: messageKey('palette.user'), to: (id) => href('/admin/users/:id', { id }) },
  order: { label: messageKey('palette.order'), to: (id) => href('/admin/orders/:id', { id }) },
  payment: { label: messageKey('palette.payment'), to: (id) => href('/admin/payments/:id', { id }) },
  programme: { label: messageKey('palette.programme'), to: (id) => href('/admin/programmes/:id', { id }) },
};

/** The screens that a text names, and what the shop finds for it once somebody stops typing. */
export function useChoices(q: string, screens: readonly { to: string; label: MessageKey }[]) {
  const { t } = useI18n();
  const [found, setFound] = useState<{ q: string; data: Found[] }>({ q: '', data: [] });
  useEffect(() => {
    if (q.length < MIN_LETTERS) return;
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
  }, [q]);
  const named = screens
    .map(({ to, label }): Choice => ({ key: to, title: t(label), about: t('palette.screen'), to }))
    .filter(({ title }) => title.toLowerCase().includes(q.toLowerCase()));
  const others = (q.length < MIN_LETTERS ? [] : found.data).map(({ kind, id, title, detail }): Choice => {
    const { label, to } = kinds[kind];
    return { key: `${kind} ${id} ${title}`, title, about: [t(label), detail].filter(Boolean).join(' · '), to: to(id) };
  });
  return { choices: [...named, ...others], searching: q.length >= MIN_LETTERS && found.q !== q };
}

async function search(q: string, signal: AbortSignal): Promise<Found[]> {
  const response = await fetch(`${href('/admin/search')}?${new URLSearchParams({ q })}`, { signal });
  if (!response.ok) throw new Error(`search: ${response.status}`);
  return ((await response.json()) as { data: Found[] }).data;
}
