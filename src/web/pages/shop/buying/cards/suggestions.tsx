import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';
import { href, useNavigate } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useSaid } from '#web/live/said/use-said.ts';
import type { ShownBrand } from '#web/ui/brand/shown-brand.ts';
import { Face } from '#web/ui/card/card-face.tsx';
import '#web/styles/suggestions.css';

const PAUSE_MS = 120;

interface Suggested {
  brands: ShownBrand[];
  nearest: boolean;
}

const nothing: Suggested = { brands: [], nearest: false };

/**
 * The list under a search field, after the combobox pattern of WAI-ARIA: the focus stays in the field, the arrows move
 * through the list, Enter opens the brand, Escape closes the list. The field's own form still sends what was typed.
 */
export function Suggestions({ box }: { box: RefObject<HTMLDivElement | null> }) {
  const { t, money } = useI18n();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [{ brands, nearest }, setFound] = useState(nothing);
  const [active, setActive] = useState(-1);
  const navigate = useNavigate();
  const close = () => {
    setFound(nothing);
    setActive(-1);
    setTyped('');
  };
  const open = (brand: ShownBrand) => navigate(href('/brands/:slug', { slug: brand.slug }));
  useFieldEvents(box, {
    input: setTyped,
    leave: close,
    key(event) {
      if (!brands.length) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const chosen = brands[active];
      if (step) setActive(((active + 1 + step + brands.length + 1) % (brands.length + 1)) - 1);
      else if (event.key === 'Escape') close();
      else if (event.key === 'Enter' && chosen) void open(chosen);
      else return;
      event.preventDefault();
    },
  });
  useSuggested(typed, (found) => {
    setFound(found);
    setActive(-1);
  });
  useEffect(() => {
    const field = box.current?.querySelector('input');
    if (!field) return;
    field.setAttribute('role', 'combobox');
    field.setAttribute('aria-autocomplete', 'list');
    field.setAttribute('aria-expanded', String(brands.length > 0));
    if (brands.length) field.setAttribute('aria-controls', id);
    else field.removeAttribute('aria-controls');
    if (active >= 0) field.setAttribute('aria-activedescendant', `${id}-${active}`);
    else field.removeAttribute('aria-activedescendant');
  }, [box, brands.length, active, id]);
  useSaid(typed && brands.length ? t('cards.suggested', { count: brands.length }) : null);
  return (
    <>
      {brands.length ? (
        <div className="suggestions">
          {nearest ? <p className="small muted">{t('brand.nearest')}</p> : null}
          <div role="listbox" id={id} aria-label={t('cards.suggestions')}>
            {brands.map((brand, at) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard in the field, which keeps the focus
              <div
                key={brand.slug}
                role="option"
                tabIndex={-1}
                id={`${id}-${at}`}
                aria-selected={at === active}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => open(brand)}
              >
                <span aria-hidden="true">
                  <Face programme={brand.name} theme={brand.theme} value="" />
                </span>
                <strong>{brand.name}</strong>
                <small>
                  {brand.price_from_cents === null
                    ? t('brand.sold_out')
                    : t('home.from', { price: money(brand.price_from_cents) })}
                </small>
              </div>
            ))}
          </div>
        </div>
      ) : null}
    </>
  );
}

interface Heard {
  input: (typed: string) => void;
  key: (event: KeyboardEvent) => void;
  leave: () => void;
}

/** Hears the field, which is rendered and typed into before this code has been loaded. */
function useFieldEvents(box: RefObject<HTMLDivElement | null>, heard: Heard): void {
  const input = useEffectEvent(heard.input);
  const key = useEffectEvent(heard.key);
  const leave = useEffectEvent(heard.leave);
  useEffect(() => {
    const field = box.current?.querySelector('input');
    if (!field) return;
    const onInput = () => input(field.value.trim());
    const onKey = (event: KeyboardEvent) => key(event);
    const onBlur = () => leave();
    if (field.value !== field.defaultValue) onInput();
    field.addEventListener('input', onInput);
    field.addEventListener('keydown', onKey);
    field.addEventListener('blur', onBlur);
    return () => {
      field.removeEventListener('input', onInput);
      field.removeEventListener('keydown', onKey);
      field.removeEventListener('blur', onBlur);
    };
  }, [box]);
}

/** Asks a moment after the last key. A search that fails suggests nothing: the form beside it still works. */
function useSuggested(typed: string, onFound: (found: Suggested) => void): void {
  const found = useEffectEvent(onFound);
  useEffect(() => {
    if (typed.length < 2) return found(nothing);
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(`${href('/cards/suggest')}?${new URLSearchParams({ q: typed })}`, {
          signal: stop.signal,
          headers: { accept: 'application/json' },
        });
        if (response.ok && !response.redirected) found(await response.json());
      } catch {
        if (!stop.signal.aborted) found(nothing);
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [typed]);
}
