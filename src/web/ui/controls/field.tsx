import type { InputHTMLAttributes, ReactNode, Ref, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import type { Text } from '#i18n/message.ts';
import { useCurrentErrors } from '#web/forms/clear-errors.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';

interface Around {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  errors?: Text[] | undefined;
  /** Needed when two forms on a page have a field with the same name. */
  id?: string;
}

export type FieldProps = Around &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'children'> & {
    prefix?: string;
    /** A control inside the field, at its end. */
    children?: ReactNode;
    ref?: Ref<HTMLInputElement>;
  };

/** A labelled text input linked to its hint and its errors. */
export function Field({ name, label, hint, errors: refused, id = name, prefix, children, ...input }: FieldProps) {
  const errors = useCurrentErrors(refused);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="control" data-prefix={prefix || undefined}>
        <input id={id} name={name} {...described(id, hint, errors)} {...input} />
        {children}
      </div>
      <Notes id={id} hint={hint} errors={errors} />
    </div>
  );
}

type SelectProps = Around & SelectHTMLAttributes<HTMLSelectElement> & { children: ReactNode };

export function Select({ name, label, hint, errors: refused, id = name, children, ...select }: SelectProps) {
  const errors = useCurrentErrors(refused);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} {...described(id, hint, errors)} {...select}>
        {children}
      </select>
      <Notes id={id} hint={hint} errors={errors} />
    </div>
  );
}

type TextareaProps = Around & TextareaHTMLAttributes<HTMLTextAreaElement>;

export function Textarea({ name, label, hint, errors: refused, id = name, ...textarea }: TextareaProps) {
  const errors = useCurrentErrors(refused);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} name={name} rows={10} {...described(id, hint, errors)} {...textarea} />
      <Notes id={id} hint={hint} errors={errors} />
    </div>
  );
}

export function Checkbox({ name, label, hint, errors: refused, id = name, ...input }: FieldProps) {
  const errors = useCurrentErrors(refused);
  return (
    <div className="field">
      <label className="check">
        <input id={id} name={name} type="checkbox" {...described(id, hint, errors)} {...input} />
        <span>{label}</span>
      </label>
      <Notes id={id} hint={hint} errors={errors} />
    </div>
  );
}

function described(id: string, hint: ReactNode, errors: Text[] | undefined) {
  const notes = errors?.length ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return { 'aria-describedby': notes, 'aria-invalid': errors?.length ? true : undefined };
}

function Notes({ id, hint, errors }: Pick<Around, 'hint' | 'errors'> & { id: string }) {
  const { formatMessage } = useI18n();
  return (
    <>
      {hint && !errors?.length ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {errors?.length ? (
        <p className="field-error" id={`${id}-error`}>
          {errors.map(formatMessage).join(' ')}
        </p>
      ) : null}
    </>
  );
}
