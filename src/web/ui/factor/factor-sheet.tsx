import { useEffect, useId, useRef } from 'react';
import { href, useFetcher } from 'react-router';
import type { FactorRequest } from '#web/forms/ask-factor.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { PasskeyButton } from '#web/ui/controls/passkey-button.tsx';
import { FactorFields, takesText } from './factor-fields.tsx';
import '#web/styles/office/decision.css';

interface Asked {
  factors: readonly string[];
  username: string;
}

interface Props {
  request: FactorRequest;
  onClose: () => void;
}

/**
 * Asks over the page who is deciding, and then sends what they pressed: the press was theirs, on this page, and nothing
 * that leads to the page can set it off.
 */
export function FactorSheet({ request: { refusal, send }, onClose }: Props) {
  const { t } = useI18n();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const { load, data: asked } = useFetcher<Asked>();
  const { Form, submit, state, data: answer } = useFetcher<{ refusal?: Refusal; confirmed?: true }>();
  const { proposal_id, decision } = refusal.marks ?? {};
  const signs = proposal_id && decision ? { proposal_id, decision } : undefined;
  const page = `${href('/user/confirm')}?${new URLSearchParams({ sheet: '1', ...signs })}`;
  useEffect(() => {
    dialog.current?.showModal();
    void load(page);
  }, [load, page]);
  // What can be typed or pressed is there a moment after the sheet.
  useEffect(() => {
    if (asked) dialog.current?.querySelector<HTMLElement>('input:not([type="hidden"], [hidden]), button')?.focus();
  }, [asked]);
  const confirmed = answer?.confirmed;
  useEffect(() => {
    if (!confirmed) return;
    onClose();
    send();
  }, [confirmed, onClose, send]);
  const bySignature = signs && asked?.factors.includes('passkey');
  return (
    <dialog ref={dialog} className="factor-sheet" aria-labelledby={id} onClose={onClose}>
      <div className="stack">
        <h2 id={id}>{t(bySignature ? 'sheet.sign' : 'sheet.title')}</h2>
        <p className="muted">{t(bySignature ? 'sheet.sign_lead' : 'sheet.lead')}</p>
        {asked?.factors.includes('passkey') ? (
          <PasskeyButton
            label={t('sheet.passkey')}
            signs={bySignature ? signs : undefined}
            onAnswer={(fields) => submit({ ...fields, sheet: '1' }, { method: 'post', action: page })}
            wide
          />
        ) : null}
        <Form method="post" action={page} className="stack" noValidate>
          <FormErrors refusal={answer?.refusal} fields={['otp', 'password']} />
          <input type="hidden" name="sheet" value="1" />
          {asked && !bySignature ? <FactorFields {...asked} refusal={answer?.refusal} /> : null}
          <div className="row">
            {asked && !bySignature && takesText(asked.factors) ? (
              <Button busy={state !== 'idle'}>{t('sheet.submit')}</Button>
            ) : null}
            <Button type="button" variant="secondary" onClick={() => dialog.current?.close()}>
              {t('sheet.cancel')}
            </Button>
          </div>
        </Form>
      </div>
    </dialog>
  );
}
