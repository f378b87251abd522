import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Refusal } from '#web/server/api.ts';
import { asksForFactor } from '#web/server/api-error.ts';

/** A form that waits for its sender to confirm who they are. */
export interface FactorRequest {
  refusal: Refusal;
  /** Sends the form again, as it was pressed. */
  send: () => void;
}

let open: FactorRequest | undefined;
const listeners = new Set<() => void>();

function show(request: FactorRequest | undefined): void {
  open = request;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const close = () => show(undefined);

/** For the sheet over the page: the form that waits, and how the sheet is put away. */
export function useFactorRequest() {
  const request = useSyncExternalStore(
    subscribe,
    () => open,
    () => undefined,
  );
  return { request, close };
}

interface Sent {
  /** What the page's action answered to this form. */
  refusal: Refusal | undefined;
  /** The button that was pressed, as the form sends it. */
  decision: string | undefined;
}

/**
 * For a form whose buttons need a factor given a short time ago. Where `asksOverPage` is true the form says so in its field
 * `sheet`, and a sheet asks while the form stays as it is; without JavaScript, a page of its own asks.
 */
export function useAskFactor(form: RefObject<HTMLFormElement | null>, { refusal, decision }: Sent) {
  const [asksOverPage, setAsksOverPage] = useState(false);
  const pressed = useRef(decision);
  pressed.current = decision;
  useEffect(() => setAsksOverPage(listeners.size > 0), []);
  useEffect(() => {
    if (!refusal || !asksForFactor(refusal.marks ?? {})) return;
    const send = () => {
      const buttons = [...(form.current?.querySelectorAll<HTMLButtonElement>('button[name="decision"]') ?? [])];
      form.current?.requestSubmit(buttons.find(({ value }) => value === pressed.current));
    };
    show({ refusal, send });
    return () => show(undefined);
  }, [form, refusal]);
  return asksOverPage;
}
