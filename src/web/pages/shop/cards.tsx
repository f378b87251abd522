import {
  type ActionFunctionArgs,
  data,
  href,
  type LoaderFunctionArgs,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
} from 'react-router';
import { cardOptions, listCards } from '#contracts/cards.ts';
import { addToCart } from '#contracts/cart.ts';
import { placeOrder } from '#contracts/orders.ts';
import { readForm } from '#web/forms/form-data.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, type Refusal, read } from '#web/server/api.ts';
import type { FieldErrors } from '#web/server/api-error.ts';
import { pageContext } from '#web/server/page-context.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pager } from '#web/ui/navigation/pagination.tsx';
import { CardList } from './cards/card-list.tsx';
import { cardQueryOf, neighbour } from './cards/card-query.ts';
import { Filters } from './cards/filters.tsx';
import { shownCards } from './cards/shown-cards.ts';

export const handle = title('cards.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const { query, errors } = cardQueryOf(url.searchParams, context.get(pageContext).locale);
  const [list, options] = await Promise.all([attempt(where, listCards, { query }), read(where, cardOptions)]);
  const { programmes, countries, currencies, levels, total } = options.data;
  const names = programmes.map(({ value, label, count }) => ({ value, label, count }));
  return {
    cards: list.ok ? shownCards(list.reply.data, programmes) : [],
    prev: list.ok ? neighbour(list.reply.links.prev, url.searchParams) : null,
    next: list.ok ? neighbour(list.reply.links.next, url.searchParams) : null,
    refusal: list.ok ? misread(errors) : list.refusal,
    errors,
    options: { programmes: names, countries, currencies, levels, total },
    order_key: crypto.randomUUID(),
  };
}

/** Invalid filters, for the summary: the field itself may be collapsed. */
function misread(errors: FieldErrors): Refusal | undefined {
  const [message] = Object.values(errors).flat();
  return message === undefined ? undefined : { status: 422, message, errors };
}

/** Adds to the cart or buys at once; the card shows the result. */
export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const where = { context, url };
  const [id = '', price_cents = ''] = (field('buy') || field('add')).split(' ');
  const refused = (refusal: Refusal) => data({ id, refusal }, { status: refusal.status });
  if (!field('buy')) {
    const outcome = await attempt(where, addToCart, { body: { ids: [id] } });
    return outcome.ok ? data({ id, added: true }) : refused(outcome.refusal);
  }
  const outcome = await attempt(where, placeOrder, {
    body: { ids: [id], expected_total_cents: Number(price_cents) || 0 },
    idempotencyKey: `${field('order_key')}:${id}`,
  });
  return outcome.ok ? redirect(href('/orders/:id', { id: outcome.reply.data.id })) : refused(outcome.refusal);
}

/** Only for a changed price: a card that was just sold stays, with its refusal. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  defaultShouldRevalidate || actionStatus === 409;

export default function Cards() {
  const { t } = useI18n();
  const { cards, options, prev, next, refusal, errors, order_key } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('cards.title')} lead={t('cards.lead', { count: options.total })} />
      <div className="shop">
        <Filters />
        <section className="stack" aria-label={t('cards.list')}>
          <FormErrors refusal={refusal} fields={Object.keys(errors)} />
          {cards.length || refusal ? null : <NothingFits />}
          <CardList cards={cards} order_key={order_key} />
          <Pager prev={prev} next={next} />
        </section>
      </div>
    </>
  );
}

function NothingFits() {
  const { t } = useI18n();
  return (
    <Empty
      title={t('cards.none_fits')}
      action={
        <ButtonLink to={href('/cards')} variant="secondary">
          {t('cards.clear_filters')}
        </ButtonLink>
      }
    >
      {t('cards.none_fits_more')}
    </Empty>
  );
}
