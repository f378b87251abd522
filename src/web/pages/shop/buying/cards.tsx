import {
  type ActionFunctionArgs,
  data,
  href,
  type LoaderFunctionArgs,
  useLoaderData,
  useSearchParams,
} from 'react-router';
import { getLimits } from '#contracts/customers/tiers.ts';
import { listBrands } from '#contracts/shop/brands.ts';
import { cardFilters, cardOptions, listCards } from '#contracts/shop/cards.ts';
import { addToCart } from '#contracts/shop/cart.ts';
import { readForm } from '#web/forms/form-data.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, type Refusal, read } from '#web/server/api.ts';
import type { FieldErrors } from '#web/server/api-error.ts';
import { cartCookie, readCart } from '#web/server/cookies/cart-cookie.ts';
import { pageContext } from '#web/server/page-context.ts';
import { BrandTile } from '#web/ui/brand/brand-tile.tsx';
import { shownBrand } from '#web/ui/brand/shown-brand.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { FilterChips } from '#web/ui/controls/filter-chips.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Live } from '#web/ui/feedback/live.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pager } from '#web/ui/navigation/pagination.tsx';
import { activeFilters } from './cards/active-filters.ts';
import { brandQueryOf } from './cards/brand-query.ts';
import { CardList } from './cards/card-list.tsx';
import { cardQueryOf, neighbour } from './cards/card-query.ts';
import { Filters } from './cards/filters.tsx';
import { listFirst } from './cards/list-first.ts';
import { shownCards } from './cards/shown-cards.ts';
import { wishPath } from './cards/wish-path.ts';
import { spendingRoomOf } from './hurdles/order-limit.ts';
import '#web/styles/brands.css';

export const handle = title('cards.title');

/** Fills the rows of two, three and four columns, as do those below the brands. */
const PER_PAGE = '24';
/** Below the brands. */
const FIRST_CARDS = '12';

export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const { user, locale } = context.get(pageContext);
  const search = url.searchParams;
  const { query, errors } = cardQueryOf(search, locale);
  const list_first = listFirst(search);
  const [list, { data: options }, brands, limits] = await Promise.all([
    attempt(where, listCards, { query: { ...query, per_page: list_first ? PER_PAGE : FIRST_CARDS } }),
    read(where, cardOptions, { query: countable(query) }),
    read(where, listBrands, { query: brandQueryOf(search) }),
    user ? read(where, getLimits) : null,
  ]);
  const { programmes, countries, currencies, levels, total, found } = options;
  const names = programmes.map(({ value, label, count }) => ({ value, label, count }));
  const { prev, next } = list.ok ? list.reply.links : { prev: null, next: null };
  return {
    cards: list.ok ? shownCards(list.reply.data, programmes, user?.country) : [],
    prev: neighbour(prev, search),
    next: neighbour(next, search),
    /** Null where nobody counted them: there are more than this page holds. */
    count: list.ok && !prev && !next ? list.reply.data.length : found,
    refusal: list.ok ? misread(errors) : list.refusal,
    errors,
    brands: brands.data.map(shownBrand),
    nearest: brands.meta.nearest,
    list_first,
    room: limits && spendingRoomOf(limits.data),
    options: { programmes: names, countries, currencies, levels, total, categories: brands.meta.categories },
  };
}

/** The filters that cards are counted by; none while one of them is invalid, which the list says. */
function countable({ sort: _sort, cursor: _cursor, ...filters }: Record<string, string>): Record<string, string> {
  return cardFilters.safeParse(filters).success ? filters : {};
}

/** Invalid filters, for the summary: the field itself may be collapsed. */
function misread(errors: FieldErrors): Refusal | undefined {
  const [message] = Object.values(errors).flat();
  return message === undefined ? undefined : { status: 422, message, errors };
}

/** Adds to the cart, of a visitor to that in the browser; the card shows the result. */
export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const id = field('add');
  const { user, catalogue, secure } = context.get(pageContext);
  if (!user && catalogue === 'public') {
    const cart = readCart(request.headers.get('cookie'), secure);
    return data({ id, added: true }, { headers: { 'set-cookie': cartCookie([...cart, id], secure) } });
  }
  const outcome = await attempt({ context, url }, addToCart, { body: { ids: [id] } });
  if (outcome.ok) return data({ id, added: true });
  return data({ id, refusal: outcome.refusal }, { status: outcome.refusal.status });
}

export default function Cards() {
  const { t } = useI18n();
  const { options, errors, refusal, list_first } = useLoaderData<typeof loader>();
  const parts = [<Brands key="brands" />, <SingleCards key="cards" />];
  return (
    <>
      <a className="skip" href="#results">
        {t('cards.skip')}
      </a>
      <PageHead title={t('cards.title')} lead={t('cards.lead', { count: options.total })} />
      <div className="shop">
        <Filters />
        <div className="stack shop-results" id="results" tabIndex={-1}>
          <FormErrors refusal={refusal} fields={Object.keys(errors)} />
          <ResultsHead />
          {list_first ? parts.reverse() : parts}
        </div>
      </div>
    </>
  );
}

/** How many were found, for everybody who changes a filter, and the filters as chips that remove them. */
function ResultsHead() {
  const { t } = useI18n();
  const { brands, nearest, cards, count, options, list_first } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const found = nearest ? 0 : brands.length;
  const several = count ?? cards.length;
  return (
    <div className="results-head">
      <Live as="p">
        {[
          // Filters of single cards leave the brands as they are.
          list_first ? null : t('brand.count', { count: found }),
          // A search that finds brands needs no word on the cards that it doesn't find.
          several === 0 && found > 0 && !list_first
            ? null
            : t(count === null ? 'cards.more_than' : 'cards.count', { count: several }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Live>
      <FilterChips chips={activeFilters(search, options, t)} />
    </div>
  );
}

/** The cards themselves, each with its level and price. */
function SingleCards() {
  const { t } = useI18n();
  const { cards, prev, next, refusal, brands, nearest, room, list_first } = useLoaderData<typeof loader>();
  const isEmpty = cards.length === 0 && !refusal;
  if (isEmpty && brands.length && !nearest && !list_first) return null;
  return (
    <section className="stack" aria-labelledby="cards">
      <h2 id="cards">{t('cards.list')}</h2>
      {isEmpty ? <NothingFits /> : <CardList cards={cards} room={room} />}
      <Pager prev={prev} next={next} />
    </section>
  );
}

function NothingFits() {
  const { t } = useI18n();
  const [search] = useSearchParams();
  return (
    <Empty
      title={t('cards.none_fits')}
      action={
        <div className="row">
          <ButtonLink to={href('/cards')} variant="secondary">
            {t('cards.clear_filters')}
          </ButtonLink>
          <ButtonLink to={wishPath(search)} variant="quiet">
            {t('brand.preorder')}
          </ButtonLink>
        </div>
      }
    >
      {t('cards.none_fits_more')}
    </Empty>
  );
}

/** Brands as faces, with their categories; the closest ones where nothing fits. */
function Brands() {
  const { t, number } = useI18n();
  const { brands, nearest, options } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const chosen = search.get('category') ?? '';
  if (brands.length === 0) return null;
  const categories = [{ value: '', label: t('brand.all_categories'), count: null }, ...options.categories];
  const pathOf = (category: string) => {
    const query = new URLSearchParams([...search].filter(([name, value]) => value && name !== 'cursor'));
    if (category) query.set('category', category);
    else query.delete('category');
    return `${href('/cards')}?${query}`;
  };
  return (
    <section className="stack" aria-labelledby="brands">
      <h2 id="brands">{t(nearest ? 'brand.nearest' : 'home.brands')}</h2>
      {nearest ? null : (
        <ul className="chips category-chips" aria-label={t('brand.categories')}>
          {categories.map(({ value, label, count }) => (
            <li key={value}>
              <Link
                className="chip"
                to={pathOf(value)}
                aria-current={value === chosen ? 'true' : undefined}
                preventScrollReset
              >
                {count === null ? label : `${label} (${number(count)})`}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <ul className="brand-tiles">
        {brands.map((brand) => (
          <BrandTile key={brand.slug} brand={brand} />
        ))}
      </ul>
    </section>
  );
}
