import { href } from 'react-router';
import { clearErrors } from '#web/forms/clear-errors.ts';
import { dollarsField } from '#web/i18n/parse-dollars.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Link } from '#web/ui/navigation/link.tsx';
import { chipAmounts } from './chip-amounts.ts';

interface Props {
  /** Id of the form whose amount they fill in. */
  form: string;
  coin: string | undefined;
  minimum_cents: number;
  room_cents: number;
  /** What the cart lacks; 0: nothing. */
  cart_cents: number;
}

/** Amounts to choose from: links without JavaScript, with it they fill in the field. */
export function AmountChips({ form, coin, ...amounts }: Props) {
  const { t, locale } = useI18n();
  const choose = (cents: number) => {
    const element = document.getElementById(form);
    if (!(element instanceof HTMLFormElement)) return;
    const [amount, unit] = [element.elements.namedItem('amount'), element.elements.namedItem('unit')];
    if (!(amount instanceof HTMLInputElement && unit instanceof HTMLSelectElement)) return;
    unit.value = 'usd';
    amount.value = dollarsField(cents, locale);
    clearErrors();
    amount.dispatchEvent(new Event('input', { bubbles: true }));
    amount.focus();
  };
  return (
    <ul className="chips amount-chips" aria-label={t('billing.amounts')}>
      {chipAmounts(amounts).map(({ cents, kind }) => (
        <li key={cents}>
          <Link
            className="chip"
            to={`${href('/billing')}?amount=${dollarsField(cents)}${coin ? `&coin=${coin}` : ''}`}
            onClick={(event) => {
              event.preventDefault();
              choose(cents);
            }}
          >
            {t(`billing.chip.${kind}`, { amount: { cents } })}
          </Link>
        </li>
      ))}
    </ul>
  );
}
