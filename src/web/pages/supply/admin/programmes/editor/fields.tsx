import { createContext, type ReactNode, use } from 'react';
import type { FieldErrors } from '#web/server/api-error.ts';
import type { FieldName, Values } from './values.ts';

interface Fields {
  /** What the fields start with. */
  start: Values;
  errors: FieldErrors;
  edits: boolean;
}

const Context = createContext<Fields | null>(null);
export const FieldsProvider = Context.Provider;

export function useFields() {
  const fields = use(Context);
  if (!fields) throw new Error('There are no fields outside of their form.');
  const { start, errors, edits } = fields;
  /** Name, value and errors of a field. */
  const field = (name: FieldName) => ({
    name,
    defaultValue: start[name],
    errors: errors[name],
    autoComplete: 'off',
  });
  return { field, start, errors, edits };
}

/** A group of the form under a heading of its own. */
export function Group({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <fieldset className="panel programme-group">
      <legend>{title}</legend>
      {lead ? <p className="small muted wide-field">{lead}</p> : null}
      {children}
    </fieldset>
  );
}
