import { useEffect } from 'react';
import { useSubmit } from 'react-router';
import { answerWithPasskey } from './passkey-ceremonies.ts';

/** Offers passkeys among the names that a field suggests, from its first focus on; where a browser can't, nothing happens. */
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
