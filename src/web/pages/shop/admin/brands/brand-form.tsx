import { Form, useNavigation } from 'react-router';
import type { BrandCategory, OfficeBrand } from '#contracts/shop/brands.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { InLanguages } from '#web/pages/content/admin/translations/in-languages.tsx';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox, Field, Textarea } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { joined } from './comma-list.ts';

interface Props {
  brand: OfficeBrand;
  categories: readonly BrandCategory[];
}

/** What a form of a brand's page gets back when it is refused. */
export type BrandRefused = { refusal: Refusal; values: Record<string, string> } | undefined;

/** What buyers read about a brand, and what they find it by. */
export function BrandForm({ brand, categories }: Props) {
  const { t, locale } = useI18n();
  const result = useActionResult() as BrandRefused;
  const busy = useNavigation().state !== 'idle';
  const own = result?.values.intent === 'save' ? result : undefined;
  const field = (name: string, saved: string) => ({
    name,
    autoComplete: 'off',
    defaultValue: own?.values[name] ?? saved,
    errors: own?.refusal.errors[name],
  });
  const chosen = own?.values.categories?.split(',') ?? brand.categories;
  const old = brand.old_slugs.length
    ? t('brands.old_slugs', { slugs: joined(brand.old_slugs) })
    : t('brands.slug_hint');
  return (
    <Form method="post" className="panel stack" noValidate>
      <FormErrors refusal={own?.refusal} fields={['name', 'slug', 'about']} />
      <div className="columns">
        <Field {...field('name', brand.name)} label={t('brands.name')} maxLength={80} required />
        <Field {...field('slug', brand.slug)} label={t('brands.slug')} hint={old} maxLength={80} required />
      </div>
      <InLanguages translated={Object.keys(brand.translations)}>
        {({ locale: of, nameOf, labelled }) => (
          <Textarea
            {...field(
              nameOf('about'),
              nameOf('about') === 'about' ? brand.about : (brand.translations[of]?.about ?? ''),
            )}
            label={labelled(t('brands.about'))}
            lang={of}
            rows={4}
            maxLength={4000}
          />
        )}
      </InLanguages>
      <fieldset className="stack">
        <legend>{t('brands.categories')}</legend>
        <div className="columns">
          {categories.map(({ slug, names }) => (
            <Checkbox
              key={slug}
              name="categories"
              id={`category-${slug}`}
              value={slug}
              label={names[locale] ?? names.en ?? slug}
              defaultChecked={chosen.includes(slug)}
            />
          ))}
        </div>
      </fieldset>
      <Field
        {...field('synonyms', joined(brand.synonyms))}
        label={t('brands.synonyms')}
        hint={t('brands.synonyms_hint')}
      />
      <div>
        <Button name="intent" value="save" busy={busy}>
          {t('form.save')}
        </Button>
      </div>
    </Form>
  );
}
