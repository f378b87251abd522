import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Programme } from './choose.ts';

interface Props {
  programme: Programme;
  /** The face value that is chosen. */
  chosen: number | undefined;
  onChoose: (face_cents: number) => void;
}

/** The values of a programme, each with the price of its cheapest card. */
export function ValueChips({ programme, chosen, onChoose }: Props) {
  const { t, face, money } = useI18n();
  return (
    <fieldset>
      <legend>{t('brand.choose_value')}</legend>
      <div className="value-chips">
        {programme.values.map(({ face_cents, price_cents, discount_bp, on_sale, over_limit }) => (
          <label key={face_cents} className="value-chip">
            <input
              type="radio"
              name="face_cents"
              value={face_cents}
              defaultChecked={face_cents === chosen}
              onInput={() => onChoose(face_cents)}
            />
            <strong>{face(face_cents, programme.currency)}</strong>
            <span className="value-price">
              {on_sale ? money(price_cents) : t('brand.sold_out')}
              {on_sale && discount_bp >= 50 ? (
                <span className="discount">{t('card.discount', { percent: Math.round(discount_bp / 100) })}</span>
              ) : null}
            </span>
            {over_limit ? <span className="value-over">{t('brand.over_limits')}</span> : null}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
