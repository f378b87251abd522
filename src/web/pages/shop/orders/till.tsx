import {
  type ActionFunctionArgs,
  data,
  Form,
  type HeadersFunction,
  href,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { revealCard } from '#contracts/shop/orders.ts';
import { changeBoughtCard, getWalletCard } from '#contracts/shop/wallet.ts';
import { message } from '#i18n/message.ts';
import { readForm, refusedField } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { usePreservedForm } from '#web/forms/use-preserved-form.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read } from '#web/server/api.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { CardFace } from '#web/ui/card/card-face.tsx';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { ConsentBoxes, Consented } from './order/consent-boxes.tsx';
import { drawCode } from './order/draw-code.ts';
import { ShownCode } from './till/shown-code.tsx';
import { Step } from './till/step.tsx';
import { useSwipe } from './till/use-swipe.ts';
import '#web/styles/buying.css';
import '#web/styles/till.css';

export const handle = title('till.title', ({ card }: { card: { programme: { name: string } } }) => ({
  name: card.programme.name,
}));

export const headers: HeadersFunction = () => ({ 'cache-control': 'private, no-store' });

const paramsOf = ({ params }: Pick<LoaderFunctionArgs, 'params'>) => ({
  id: params.id ?? '',
  card_id: params.card_id ?? '',
});

export async function loader(where: LoaderFunctionArgs) {
  const { data: card } = await read(where, getWalletCard, { params: paramsOf(where) });
  return withPreserved({ card }, where);
}

/** Shows the code, asked for by a press, or notes that the card was used. */
export async function action(where: ActionFunctionArgs) {
  const field = await readForm(where.request);
  const params = paramsOf(where);
  if (field('intent') === 'used') {
    const outcome = await attempt(where, changeBoughtCard, { params, body: { used: true } });
    if (!outcome.ok) return data({ refusal: outcome.refusal }, { status: outcome.refusal.status });
    return redirect(href('/orders/cards'));
  }
  if (field('consent_now') !== 'on' || field('consent_final') !== 'on')
    return data({ refusal: refusedField('consent', message('order.consent_missing')) }, { status: 422 });
  const preserve = { consent: 'on' };
  const outcome = await attempt({ ...where, preserve }, revealCard, { params, body: { consent: true } });
  if (!outcome.ok) return data({ refusal: outcome.refusal }, { status: outcome.refusal.status });
  const { barcode, ...secret } = outcome.reply.data;
  return data({ secret: { ...secret, barcode: await drawCode(barcode, secret.code) } });
}

/** A card as it is shown at a till: its code and nothing else; the next one by a swipe. */
export default function Till() {
  const { t } = useI18n();
  const { card } = useLoaderData<typeof loader>();
  const result = useActionResult<typeof action>();
  const preserved = usePreservedForm();
  const busy = useNavigation().state !== 'idle';
  const swipe = useSwipe();
  const shown = result && 'secret' in result ? result.secret : undefined;
  const { programme, previous, next, revealed_at } = card;
  return (
    <article className="till" {...swipe} data-shown={shown ? '' : undefined}>
      <h1 className="visually-hidden">{t('till.title', { name: programme.name })}</h1>
      <div className="row">
        <ButtonLink to={href('/orders/cards')} variant="quiet" size="small">
          {t('till.close')}
        </ButtonLink>
        <span className="push" />
        <Step place={previous} way="previous" />
        <Step place={next} way="next" />
      </div>
      <div className="till-face">
        <CardFace {...card} programme={programme.name} theme={programme} />
      </div>
      <FormErrors refusal={result && 'refusal' in result ? result.refusal : undefined} />
      {shown ? (
        <ShownCode secret={shown} busy={busy} />
      ) : (
        <Form method="post" className="stack" noValidate>
          {revealed_at ? <Consented /> : <ConsentBoxes of={card.id} ticked={preserved.consent === 'on'} />}
          <Button size="large" wide busy={busy}>
            {t(revealed_at ? 'till.show' : 'card.reveal')}
          </Button>
        </Form>
      )}
    </article>
  );
}
