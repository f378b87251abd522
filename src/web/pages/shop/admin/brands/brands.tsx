import {
  type ActionFunctionArgs,
  Form,
  href,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { addBrand, type ListedBrand, listBrandCategories, listOfficeBrands } from '#contracts/shop/brands.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, type Refusal, read } from '#web/server/api.ts';
import { pageQueryOf, searchOf } from '#web/server/page-query.ts';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Filters } from '#web/ui/data/filters.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { useMayPublish } from '#web/ui/office/publisher-only.tsx';

export const handle = title('brands.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const q = searchOf(url.searchParams);
  const where = { context, url };
  const [brands, categories] = await Promise.all([
    read(where, listOfficeBrands, { query: { ...(q && { q }), ...pageQueryOf(url) } }),
    read(where, listBrandCategories),
  ]);
  return { ...brands, names: Object.fromEntries(categories.data.map(({ slug, names }) => [slug, names])) };
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const name = field('name');
  const outcome = await attempt({ context, url }, addBrand, { body: { name } });
  if (!outcome.ok) return refused(outcome.refusal, { name });
  return redirect(href('/admin/brands/:id', { id: outcome.reply.data.id }));
}

export default function AdminBrands() {
  const { t } = useI18n();
  const { data, meta } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('brands.title')} lead={t('brands.lead')}>
        <ButtonLink to={href('/admin/brands/categories')} variant="secondary">
          {t('brands.categories')}
        </ButtonLink>
      </PageHead>
      <div className="stack">
        <Filters filters={[{ name: 'q', label: t('brands.q') }]} />
        <Table
          caption={t('brands.title')}
          columns={useColumns()}
          rows={data}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => href('/admin/brands/:id', { id })}
          empty={<Empty title={t('brands.none')}>{t('brands.none_more')}</Empty>}
        />
        <Pagination meta={meta} />
        {useMayPublish() ? <AddBrand /> : null}
      </div>
    </>
  );
}

function useColumns(): Column<ListedBrand>[] {
  const { t, number, locale } = useI18n();
  const { names } = useLoaderData<typeof loader>();
  const nameOf = (slug: string) => names[slug]?.[locale] ?? names[slug]?.en ?? slug;
  return [
    { key: 'name', header: t('brands.name'), priority: 'lead', cell: ({ name }) => name },
    { key: 'slug', header: t('brands.slug'), cell: ({ slug }) => <code>{slug}</code> },
    { key: 'categories', header: t('brands.categories'), cell: ({ categories }) => categories.map(nameOf).join(', ') },
    {
      key: 'programmes',
      header: t('brands.programmes'),
      align: 'end',
      cell: ({ programmes }) => <span className="numerals">{number(programmes)}</span>,
    },
  ];
}

function AddBrand() {
  const { t } = useI18n();
  const result = useActionResult() as { refusal: Refusal; values: { name: string } } | undefined;
  const busy = useNavigation().formMethod === 'POST';
  return (
    <section className="panel stack" aria-labelledby="add-title">
      <h2 id="add-title">{t('brands.add')}</h2>
      <p className="muted">{t('brands.add_more')}</p>
      <Form method="post" className="stack" noValidate>
        <FormErrors refusal={result?.refusal} fields={['name']} />
        <Field
          name="name"
          label={t('brands.name')}
          maxLength={80}
          autoComplete="off"
          defaultValue={result?.values.name}
          errors={result?.refusal.errors.name}
          required
        />
        <div>
          <Button variant="secondary" busy={busy}>
            {t('brands.add')}
          </Button>
        </div>
      </Form>
    </section>
  );
}
