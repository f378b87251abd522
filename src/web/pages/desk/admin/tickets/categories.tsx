import { languages } from 'virtual:messages';
import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { listCategories, saveCategory } from '#contracts/desk/support.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { TicketCategoryForm } from './categories/ticket-category-form.tsx';

export const handle = title('desk.categories');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { data } = await read({ context, url }, listCategories);
  return { categories: data };
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const typed = languages.map(([locale]) => [locale, field(`name_${locale}`).trim()] as const);
  const names = Object.fromEntries(typed.filter(([, name]) => name !== ''));
  const slug = field('slug').trim();
  const position = Number(field('position') || 0);
  const body = { names, position, offered: field('offered') === 'on' };
  const outcome = await attempt({ context, url }, saveCategory, { params: { slug }, body });
  // A slug of the wrong shape is no page of the API.
  const others = ['added', 'offered', 'position'].map((name) => [name, field(name)] as const);
  const values: Record<string, string> = {
    slug,
    ...Object.fromEntries([...others, ...typed.map(([locale, name]) => [`name_${locale}`, name])]),
  };
  if (!outcome.ok) return refused(outcome.refusal, values);
  const said = flash({ type: 'success', title: message('desk.category_saved'), content: '' });
  return redirect(href('/admin/tickets/categories'), { headers: { 'set-cookie': said } });
}

export default function Categories() {
  const { t, locale } = useI18n();
  const { categories } = useLoaderData<typeof loader>();
  const refusedSlug = useActionResult<typeof action>()?.values.slug;
  const may = useRootData()?.user?.roles.includes('support') ?? false;
  return (
    <div className="reading stack">
      <PageHead title={t('desk.categories')} lead={<Link to={href('/admin/tickets')}>{t('desk.title')}</Link>} />
      {categories.map((category) => (
        <details key={category.slug} className="panel quiet-details" open={category.slug === refusedSlug}>
          <summary>
            {category.names[locale] ?? category.names.en} {category.offered ? null : `(${t('desk.not_offered')})`}
          </summary>
          <TicketCategoryForm category={category} may={may} />
        </details>
      ))}
      {may ? (
        <section className="panel stack" aria-labelledby="add-title">
          <h2 id="add-title">{t('desk.add_category')}</h2>
          <TicketCategoryForm key={categories.length} category={null} may />
        </section>
      ) : null}
    </div>
  );
}
