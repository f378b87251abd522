import { useI18n } from '#web/i18n/use-i18n.ts';
import { Checkbox } from '#web/ui/controls/field.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Time } from '#web/ui/display/time.tsx';

interface Props {
  /** Makes their ids unique on the page. */
  of: string;
  /** Restored for a user who had ticked them and then had to confirm their identity. */
  ticked?: boolean;
  hint?: string;
}

/** Two unticked boxes: immediate delivery, and loss of the right to return. The law wants both, each on its own. */
export function ConsentBoxes({ of, ticked, hint }: Props) {
  const { t } = useI18n();
  return (
    <fieldset>
      <legend className="visually-hidden">{t('card.before_reveal')}</legend>
      <Checkbox id={`now-${of}`} name="consent_now" label={t('card.consent_now')} defaultChecked={ticked} />
      <Checkbox
        id={`final-${of}`}
        name="consent_final"
        label={t('card.consent_final')}
        hint={hint}
        defaultChecked={ticked}
      />
    </fieldset>
  );
}

/** Consent that was given before: at the first reveal, or when the purchase was asked for, which is then said. */
export function Consented({ at }: { at?: string | null }) {
  return (
    <>
      {at ? (
        <p className="small muted">
          <FormattedMessage of="card.consented_at" parts={{ at: <Time at={at} /> }} />
        </p>
      ) : null}
      <input type="hidden" name="consent_now" value="on" />
      <input type="hidden" name="consent_final" value="on" />
    </>
  );
}
