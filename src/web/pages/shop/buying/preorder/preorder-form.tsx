import { type FormEvent, useEffect, useRef } from 'react';
import { Form, href, useFetcher, useLoaderData, useNavigation } from 'react-router';
import type { PreorderQuote } from '#contracts/shop/preorders.ts';
import type { Text } from '#i18n/message.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { usePreservedForm } from '#web/forms/use-preserved-form.ts';
import { dollarsField } from '#web/i18n/parse-dollars.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { ScamWarning } from '#web/ui/card/scam-warning.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox, Field, Select } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { Quote } from './quote.tsx';
import type { Wish } from './wish.ts';

interface Loaded {
  options: {
    id: string;
    name: string;
    currency: string;
    prefix: string | null;
    face_values_cents: number[];
    face_range: { min_cents: number; max_cents: number } | null;
  }[];
  wish: Wish;
  quote: PreorderQuote | null;
  refusal: Refusal | null;
  is_first_order: boolean;
  suggested_day: string;
  order_key: string;
}

const PAUSE_MS = 300;

/** Asks what the buyer wants. The quote follows what is typed; without JavaScript a button fetches it. */
export function PreorderForm() {
  const { t, locale } = useI18n();
  const loaded = useLoaderData() as Loaded;
  const preserved = usePreservedForm() as Partial<Wish>;
  const answer = useActionResult() as { refusal?: Refusal; values?: Wish } | undefined;
  const { live, follow, stop } = useLiveQuote();
  const { options, is_first_order, suggested_day, order_key } = loaded;
  const { quote, refusal: unquoted } = live ?? loaded;
  const typed: Partial<Wish> = answer?.values ?? (loaded.wish.programme_id ? loaded.wish : preserved);
  // The live quote knows what stands in the form now.
  const refusal = live?.refusal ?? answer?.refusal ?? unquoted ?? undefined;
  const errors = refusal?.errors ?? {};
  const chosen = options.find(({ id }) => id === (live?.wish ?? typed).programme_id);
  const notify_only = (live?.wish ?? typed).notify_only === 'on';
  const busy = useNavigation().formMethod === 'POST';
  return (
    <Form
      method="post"
      className="panel stack preorder"
      onInput={follow}
      onSubmit={stop}
      noValidate
      key={loaded.wish.programme_id}
    >
      <FormErrors
        refusal={refusal}
        fields={['programme_id', 'face_cents', 'quantity', 'highest_price_cents', 'expires_on', 'tier']}
      />
      {errors.tier ? <Link to={href('/limits')}>{t('tiers.link')}</Link> : null}
      <input type="hidden" name="order_key" value={order_key} />
      <Select
        name="programme_id"
        label={t('preorder.programme')}
        defaultValue={typed.programme_id ?? ''}
        hint={<Values of={chosen} />}
        errors={errors.programme_id}
        required
      >
        <option value="">{t('preorder.any_programme')}</option>
        {options.map(({ id, name, prefix }) => (
          <option key={id} value={id}>
            {prefix ? `${name} (${prefix})` : name}
          </option>
        ))}
      </Select>
      <Field
        name="face"
        label={chosen ? t('preorder.face_in', { currency: chosen.currency }) : t('preorder.face')}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={typed.face}
        errors={errors.face_cents}
        required
      />
      <Field
        name="quantity"
        label={t('preorder.quantity_label')}
        type="number"
        inputMode="numeric"
        min={1}
        max={100}
        defaultValue={typed.quantity || '1'}
        errors={errors.quantity}
        required
      />
      <Field
        name="highest"
        label={t('preorder.highest')}
        inputMode="decimal"
        autoComplete="off"
        prefix="$"
        defaultValue={typed.highest}
        placeholder={quote ? dollarsField(quote.unit_price_cents, locale) : undefined}
        hint={t('preorder.highest_hint')}
        errors={errors.highest_price_cents}
        required
      />
      <Until typed={typed} suggested_day={suggested_day} errors={errors.expires_on} />
      {quote ? <Quote quote={quote} notify_only={notify_only} /> : null}
      {notify_only ? null : <ScamWarning cards={quote?.quantity ?? 0} is_first_order={is_first_order} />}
      <div className="row">
        <Button busy={busy}>{t('preorder.place_plain')}</Button>
        <Button formMethod="get" variant="secondary">
          {t('preorder.quote')}
        </Button>
      </div>
    </Form>
  );
}

interface UntilProps {
  typed: Partial<Wish>;
  suggested_day: string;
  errors: Text[] | undefined;
}

/** How long it is good for, and whether it buys at all. */
function Until({ typed, suggested_day, errors }: UntilProps) {
  const { t } = useI18n();
  return (
    <>
      <Field
        name="expires_on"
        label={t('preorder.expires_on')}
        type="date"
        defaultValue={typed.expires_on || suggested_day}
        hint={t('preorder.expires_hint')}
        errors={errors}
        required
      />
      <Checkbox
        name="notify_only"
        label={t('preorder.notify_only')}
        hint={t('preorder.notify_only_hint')}
        defaultChecked={typed.notify_only === 'on'}
      />
    </>
  );
}

function Values({ of: programme }: { of: Loaded['options'][number] | undefined }) {
  const { t, face } = useI18n();
  if (!programme) return null;
  const { face_values_cents, face_range, currency } = programme;
  const values = face_values_cents.map((cents) => face(cents, currency)).join(', ');
  if (!face_range) return t('preorder.values', { values });
  const range = { from: face(face_range.min_cents, currency), to: face(face_range.max_cents, currency) };
  return values ? t('preorder.values_or_range', { values, ...range }) : t('preorder.range', range);
}

/** The quote for what stands in the form, a moment after it was typed. */
function useLiveQuote() {
  const fetcher = useFetcher<Loaded>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const follow = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const fields = [...new FormData(currentTarget)].filter(([name]) => name !== 'order_key') as [string, string][];
      void fetcher.load(`${href('/preorder')}?${new URLSearchParams(fields)}`);
    }, PAUSE_MS);
  };
  return { live: fetcher.data, follow, stop: () => clearTimeout(timer.current) };
}
