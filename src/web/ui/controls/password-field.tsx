import { useEffect, useRef, useState } from 'react';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Icon } from '#web/ui/display/icon.tsx';
import { Field, type FieldProps } from './field.tsx';

/** A password, with a button that shows it as typed. The button needs JavaScript and only appears with it. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'ref' | 'children'>) {
  const { t } = useI18n();
  const input = useRef<HTMLInputElement>(null);
  const [ready, setReady] = useState(false);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    setReady(true);
    // Sent as plain text, the browser would offer it again as ordinary input.
    const hide = () => setShown(false);
    const form = input.current?.form;
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);
  return (
    <Field {...props} type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} ref={input}>
      <button className="reveal" type="button" hidden={!ready} aria-pressed={shown} onClick={() => setShown(!shown)}>
        <Icon name="eye" size={20} />
        <span className="visually-hidden">{t('password.show')}</span>
      </button>
    </Field>
  );
}
