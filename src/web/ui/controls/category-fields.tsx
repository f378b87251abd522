import { languages } from 'virtual:messages';
import { Field } from './field.tsx';

interface Props {
  /** null for a new one. */
  category: { slug: string; names: Record<string, string> } | null;
  slugLabel: string;
  slugHint: string;
  slugLength: number;
  nameLabel: (language: string) => string;
  /** What a refused form had, if it was this one. */
  typed: Record<string, string> | undefined;
}

/** What a category is called: its slug, which is chosen once, and its name in each language. */
export function CategoryFields({ category, slugLabel, slugHint, slugLength, nameLabel, typed }: Props) {
  const slug = category?.slug ?? 'new';
  return (
    <>
      {category ? (
        <input type="hidden" name="slug" value={slug} />
      ) : (
        <>
          <input type="hidden" name="added" value="1" />
          <Field
            name="slug"
            label={slugLabel}
            hint={slugHint}
            maxLength={slugLength}
            autoComplete="off"
            defaultValue={typed?.slug}
            required
          />
        </>
      )}
      {languages.map(([locale, language]) => (
        <Field
          key={locale}
          name={`name_${locale}`}
          id={`${slug}-${locale}`}
          label={nameLabel(language)}
          maxLength={60}
          autoComplete="off"
          defaultValue={typed?.[`name_${locale}`] ?? category?.names[locale]}
        />
      ))}
    </>
  );
}
