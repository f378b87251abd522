import { GIFT_DESIGNS } from '#contracts/shop/gift-designs.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import type { Typed } from '#web/server/preserve-form.ts';
import { Field, Select, Textarea } from '#web/ui/controls/field.tsx';
import '#web/styles/gift.css';

interface Props {
  /** Makes their ids unique on the page. */
  of: string;
  /** Whether the message goes on several gifts. */
  several?: boolean;
  /** What was typed into the form that was refused. */
  typed: Typed | undefined;
  errors?: Refusal['errors'] | undefined;
}

/** From whom a gift is, what it says, its paper and the day of its mail. */
export function WrappingFields({ of, several = false, typed, errors }: Props) {
  const { t } = useI18n();
  return (
    <>
      <Field
        id={`giver-${of}`}
        name="giver"
        label={t('gift.giver')}
        hint={t('gift.giver_hint')}
        maxLength={60}
        autoComplete="name"
        defaultValue={typed?.giver}
        errors={errors?.giver}
      />
      <Textarea
        id={`message-${of}`}
        name="message"
        label={t(several ? 'gift.message_all' : 'gift.message')}
        rows={3}
        maxLength={300}
        defaultValue={typed?.message}
        errors={errors?.message}
      />
      <Select id={`design-${of}`} name="design" label={t('gift.design')} defaultValue={typed?.design}>
        {GIFT_DESIGNS.map((design) => (
          <option key={design} value={design}>
            {t(`gift.design.${design}`)}
          </option>
        ))}
      </Select>
    </>
  );
}

/** The day on which the mail goes out, below the address that it goes to. */
export function DayField({ of, typed, errors }: Omit<Props, 'several'>) {
  const { t } = useI18n();
  return (
    <Field
      id={`day-${of}`}
      name="day"
      type="date"
      label={t('gift.day')}
      hint={t('gift.day_hint')}
      defaultValue={typed?.day}
      errors={errors?.send_at}
    />
  );
}
