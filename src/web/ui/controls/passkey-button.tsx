import { useEffect, useState } from 'react';
import { useNavigate, useSubmit } from 'react-router';
import { message, type Text } from '#i18n/message.ts';
import { answerWithPasskey, makePasskey, type PasskeyAnswer, PasskeyRefused } from '#web/forms/passkey-ceremonies.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Alert } from '#web/ui/display/alert.tsx';
import { Icon } from '#web/ui/display/icon.tsx';
import { Button } from './button.tsx';

interface Props {
  label: string;
  /** Creates a passkey with this name instead of signing in with one. */
  make?: { name: () => string };
  /** Signs this decision about a proposal, which needs JavaScript as `unscripted` says. */
  signs?: Record<'proposal_id' | 'decision', string> | undefined;
  unscripted?: string;
  /** Takes the answer instead of the page's action. */
  onAnswer?: (fields: Record<string, string>) => Promise<void>;
  /** Fields to post along with the answer. */
  fields?: Record<string, string>;
  wide?: boolean;
}

/** Uses or creates a passkey and posts the result to the page's action. Requires JavaScript, and says so without it. */
export function PasskeyButton({ label, make, signs, unscripted, onAnswer, fields, wide }: Props) {
  const { t, formatMessage } = useI18n();
  const submit = useSubmit();
  const navigate = useNavigate();
  const [state, setState] = useState<'off' | 'ready' | 'busy'>('off');
  const [problem, setProblem] = useState<Text | null>(null);
  useEffect(() => setState('ready'), []);

  async function press() {
    setState('busy');
    setProblem(null);
    try {
      const answer = await (make ? makePasskey(make.name()) : answerWithPasskey({ signs }));
      const sent = { ...fields, ...fieldsOf(answer), ...(make && { name: make.name() }) };
      await (onAnswer ? onAnswer(sent) : submit(sent, { method: 'post' }));
    } catch (error) {
      const confirm = error instanceof PasskeyRefused ? error.confirm : null;
      if (confirm) return navigate(confirm);
      setProblem(error instanceof PasskeyRefused ? error.message : message('passkey.cancelled'));
    }
    setState('ready');
  }

  return (
    <div className="stack">
      <noscript>
        <p className="muted small">{unscripted ?? t('passkey.needs_script')}</p>
      </noscript>
      {problem ? <Alert tone="bad">{formatMessage(problem)}</Alert> : null}
      <div className="script-only" data-off={state === 'off' || undefined}>
        <Button type="button" variant="secondary" wide={wide} busy={state === 'busy'} onClick={press}>
          <Icon name="key" size={18} />
          {label}
        </Button>
      </div>
    </div>
  );
}

export const fieldsOf = (answer: PasskeyAnswer) => ({ intent: 'passkey', ...answer });
