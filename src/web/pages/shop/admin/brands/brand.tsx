import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import {
  changeBrand,
  getOfficeBrand,
  listBrandCategories,
  moveProgramme,
  removeBrand,
} from '#contracts/shop/brands.ts';
import { listProgrammes } from '#contracts/supply/programmes.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { fieldIn, others, translationsOf } from '#web/pages/content/admin/translations/languages.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { searchOf } from '#web/server/page-query.ts';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { PublisherOnly } from '#web/ui/office/publisher-only.tsx';
import { BrandForm } from './brand-form.tsx';
import { BrandProgrammes } from './brand-programmes.tsx';
import { split } from './comma-list.ts';

export const handle = title('title.of', ({ brand }: { brand: { name: string } }) => ({ name: brand.name }));

/** How many programmes a search offers to be moved. */
const FOUND = 50;
const ended = new Set<string>(['rejected', 'withdrawn']);

export async function loader({ params, context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const q = searchOf(url.searchParams);
  const [brand, categories, programmes] = await Promise.all([
    read(where, getOfficeBrand, { params: { id: params.id! } }),
    read(where, listBrandCategories),
    read(where, listProgrammes, { query: { ...(q && { q }), per_page: String(FOUND) } }),
  ]);
  const own = new Set(brand.data.programmes.map(({ id }) => id));
  return {
    brand: brand.data,
    categories: categories.data,
    others: programmes.data
      .filter(({ id, state }) => !own.has(id) && !ended.has(state))
      .map(({ id, name, country, currency }) => ({ id, name, country, currency })),
  };
}

export async function action({ request, params: given, context, url }: ActionFunctionArgs) {
  const where = { context, url };
  const params = { id: given.id! };
  const field = await readForm(request);
  const intent = field('intent');
  if (intent === 'remove') {
    const gone = await attempt(where, removeBrand, { params });
    return gone.ok ? saved(href('/admin/brands'), 'removed') : refused(gone.refusal, { intent });
  }
  if (intent === 'move') {
    const body = { programme_id: field('programme_id') };
    const moved = await attempt(where, moveProgramme, { params, body });
    return moved.ok ? saved(url.pathname, 'saved') : refused(moved.refusal, { intent });
  }
  const about = ['about', ...others.map((locale) => fieldIn(locale, 'about'))];
  const typed = ['name', 'slug', 'synonyms', ...about].map((name) => [name, field(name).trim()] as const);
  const values: Record<string, string> = {
    ...Object.fromEntries(typed),
    categories: field.all('categories').join(','),
  };
  const body = {
    name: field('name'),
    slug: field('slug').trim(),
    about: field('about'),
    translations: translationsOf(values, ['about']),
    categories: field.all('categories'),
    synonyms: split(field('synonyms')),
  };
  const changed = await attempt(where, changeBrand, { params, body });
  return changed.ok ? saved(url.pathname, 'saved') : refused(changed.refusal, { ...values, intent });
}

function saved(path: string, what: 'saved' | 'removed') {
  const text = message(what === 'saved' ? 'brands.saved' : 'brands.removed');
  return redirect(path, { headers: { 'set-cookie': flash({ type: 'success', title: text, content: '' }) } });
}

export default function AdminBrand() {
  const { t } = useI18n();
  const { brand, categories, others: movable } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <PageHead title={brand.name} lead={<Link to={href('/admin/brands')}>{t('brands.title')}</Link>} />
      <PublisherOnly>
        <BrandForm key={`${brand.id} ${brand.slug}`} brand={brand} categories={categories} />
      </PublisherOnly>
      <BrandProgrammes brand={brand} others={movable} />
    </div>
  );
}
