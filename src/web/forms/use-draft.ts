import { type RefObject, useEffect, useRef } from 'react';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { DRAFT } from './drop-drafts.ts';

type Typed = Record<string, string>;
type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Draft {
  /** Of the form, among the user's others. */
  name: string;
  fields: readonly string[];
  /** Whether that was sent: then the draft is dropped. */
  isSent: (typed: Typed) => boolean;
}

/** Keeps what is typed into a form for as long as the tab is open, so that neither a reload nor a lost session loses it. */
export function useDraft({ name, fields, isSent }: Draft): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const key = useDraftKey(name);
  const latest = useRef({ fields, isSent });
  latest.current = { fields, isSent };
  useEffect(() => {
    const here = form.current;
    if (!here) return;
    const draft = read(key);
    if (draft && latest.current.isSent(draft)) sessionStorage.removeItem(key);
    else if (draft) restore(here, draft);
    const save = () => {
      const typed = new FormData(here);
      const values = latest.current.fields.map((field) => [field, String(typed.get(field) ?? '')]);
      sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(values)));
    };
    here.addEventListener('input', save);
    return () => here.removeEventListener('input', save);
  }, [key]);
  return form;
}

/** Drops the draft of a form on another page once it was sent. */
export function useDropDraft(name: string, isSent: (typed: Typed) => boolean): void {
  const key = useDraftKey(name);
  const sent = useRef(isSent);
  useEffect(() => {
    const draft = read(key);
    if (draft && sent.current(draft)) sessionStorage.removeItem(key);
  }, [key]);
}

const useDraftKey = (name: string) => `${DRAFT}${useRootData()?.user?.id ?? ''}:${name}`;

const read = (key: string): Typed | null => JSON.parse(sessionStorage.getItem(key) ?? 'null');

/** Only fields that nobody has filled yet. */
function restore(form: HTMLFormElement, draft: Typed) {
  for (const [name, value] of Object.entries(draft)) {
    const field = form.elements.namedItem(name) as FormField | null;
    if (field && value && (field instanceof HTMLSelectElement || field.value === '')) field.value = value;
  }
}
