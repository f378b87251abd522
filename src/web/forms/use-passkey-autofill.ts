import { useEffect } from 'react';
import { useSubmit } from 'react-router';
import { answerWithPasskey } from './passkey-ceremonies.ts';

/** Offers passkeys in a field's autofill from its first focus; does nothing if the browser does not support it. */
export function usePasskeyAutofill(fieldId: string): void {
  const submit = useSubmit();
  useEffect(() => {
    const field = document.getElementById(fieldId);
    const offer = async () => {
      if (!(await window.PublicKeyCredential?.isConditionalMediationAvailable?.())) return;
      const answer = await answerWithPasskey({ autofill: true }).catch(() => null);
      if (answer) await submit({ intent: 'passkey', ...answer }, { method: 'post' });
    };
    const begin = () => void offer();
    field?.addEventListener('focus', begin, { once: true });
    return () => field?.removeEventListener('focus', begin);
  }, [fieldId, submit]);
}
