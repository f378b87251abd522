import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useSubmit } from 'react-router';
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

/**
 * For a form whose buttons need a factor given a short time ago; `refusal` is what the page's action answered to it. Where
 * `asksOverPage` is true the form says so in its field `sheet`, and a sheet asks while the form stays as it is; without
 * JavaScript, a page of its own asks. Once it is given, the form goes as `onSubmit` saw it: the page may meanwhile show
 * something else to decide, such as another proposal, which nobody has pressed a button about.
 */
export function useAskFactor(refusal: Refusal | undefined) {
  const [asksOverPage, setAsksOverPage] = useState(false);
  const submit = useSubmit();
  const sent = useRef<FormData>(undefined);
  useEffect(() => setAsksOverPage(listeners.size > 0), []);
  useEffect(() => {
    if (!refusal || !asksForFactor(refusal.marks ?? {})) return;
    const pressed = sent.current;
    if (!pressed) return;
    show({ refusal, send: () => void submit(pressed, { method: 'post' }) });
    return () => show(undefined);
  }, [refusal, submit]);
  const onSubmit = ({ currentTarget, nativeEvent }: FormEvent<HTMLFormElement>) => {
    sent.current = new FormData(currentTarget, (nativeEvent as SubmitEvent).submitter);
  };
  return { asksOverPage, onSubmit };
}
