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
  const told = useRef({ fields, isSent });
  told.current = { fields, isSent };
  useEffect(() => {
    const here = form.current;
    if (!here) return;
    const kept = read(key);
    if (kept && told.current.isSent(kept)) sessionStorage.removeItem(key);
    else if (kept) restore(here, kept);
    const save = () => {
      const typed = new FormData(here);
      const values = told.current.fields.map((field) => [field, String(typed.get(field) ?? '')]);
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
    const kept = read(key);
    if (kept && sent.current(kept)) sessionStorage.removeItem(key);
  }, [key]);
}

const useDraftKey = (name: string) => `${DRAFT}${useRootData()?.user?.id ?? ''}:${name}`;

const read = (key: string): Typed | null => JSON.parse(sessionStorage.getItem(key) ?? 'null');

/** Only fields that nobody has filled yet. */
function restore(form: HTMLFormElement, kept: Typed) {
  for (const [name, value] of Object.entries(kept)) {
    const field = form.elements.namedItem(name) as FormField | null;
    if (field && value && (field instanceof HTMLSelectElement || field.value === '')) field.value = value;
  }
}
