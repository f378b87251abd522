import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import type { Decision } from '#web/server/safe-redirect.ts';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { PasskeyButton } from '#web/ui/controls/passkey-button.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';

/** A passkey signs a decision about a proposal, and by the same touch confirms who it is. */
export function SignStep({ decision, refusal }: { decision: Decision; refusal: Refusal | undefined }) {
  const { t } = useI18n();
  return (
    <div className="narrow stack">
      <PageHead title={t(`confirm.sign.${decision.decision}`)} lead={t('confirm.sign.lead')} />
      <div className="panel stack">
        <FormErrors refusal={refusal} fields={[]} />
        <PasskeyButton
          label={t('confirm.passkey')}
          signs={{ ...decision }}
          unscripted={t('confirm.sign.script')}
          wide
        />
      </div>
    </div>
  );
}
