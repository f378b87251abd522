import { languages } from 'virtual:messages';
import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { listBrandCategories, removeBrandCategory, saveBrandCategory } from '#contracts/shop/brands.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { PublisherOnly, useMayPublish } from '#web/ui/office/publisher-only.tsx';
import { BrandCategoryForm } from './brand-category-form.tsx';
import { split } from './comma-list.ts';

export const handle = title('brands.categories');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { data } = await read({ context, url }, listBrandCategories);
  return { categories: data };
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const where = { context, url };
  const field = await readForm(request);
  const slug = field('slug').trim();
  const typed = languages.map(([locale]) => [locale, field(`name_${locale}`).trim()] as const);
  const names = Object.fromEntries(typed.filter(([, name]) => name !== ''));
  const removes = field('intent') === 'remove';
  const outcome = removes
    ? await attempt(where, removeBrandCategory, { params: { slug } })
    : await attempt(where, saveBrandCategory, {
        params: { slug },
        body: { names, synonyms: split(field('synonyms')) },
      });
  const others = ['added', 'synonyms'].map((name) => [name, field(name)] as const);
  const values: Record<string, string> = {
    slug,
    ...Object.fromEntries([...others, ...typed.map(([locale, name]) => [`name_${locale}`, name])]),
  };
  if (!outcome.ok) return refused(outcome.refusal, values);
  const said = message(removes ? 'brands.category_removed' : 'brands.category_saved');
  const toast = flash({ type: 'success', title: said, content: '' });
  return redirect(href('/admin/brands/categories'), { headers: { 'set-cookie': toast } });
}

export default function BrandCategories() {
  const { t, locale, number } = useI18n();
  const { categories } = useLoaderData<typeof loader>();
  const mayPublish = useMayPublish();
  const refusedSlug = useActionResult<typeof action>()?.values.slug;
  return (
    <div className="reading stack">
      <PageHead title={t('brands.categories')} lead={<Link to={href('/admin/brands')}>{t('brands.title')}</Link>} />
      {categories.map((category) => (
        <details key={category.slug} className="panel quiet-details" open={category.slug === refusedSlug}>
          <summary>
            {category.names[locale] ?? category.names.en} ({number(category.brands)})
          </summary>
          <PublisherOnly>
            <BrandCategoryForm category={category} />
          </PublisherOnly>
        </details>
      ))}
      {mayPublish ? (
        <section className="panel stack" aria-labelledby="add-title">
          <h2 id="add-title">{t('brands.add_category')}</h2>
          <BrandCategoryForm key={categories.length} category={null} />
        </section>
      ) : null}
    </div>
  );
}
