import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { forgetFullLoad } from '#web/live/full-load.ts';
import { loadWords } from '#web/live/load-words.ts';
import { areaOfRoute } from '#web/live/words-area.ts';

const i18n = setupI18n();

function hydrate(): void {
  forgetFullLoad();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <HydratedRouter />
        </I18nProvider>
      </StrictMode>,
    );
  });
}

/** The page stays as it is without JavaScript, and says so. */
function sayPartMissing(): void {
  document.documentElement.dataset.partMissing = '';
}

// The page is hydrated in the language that the server rendered it in.
const areas = Object.keys(window.__reactRouterRouteModules ?? {}).flatMap((id) => areaOfRoute(id) ?? []);
void loadWords(i18n, document.documentElement.lang, areas).then(hydrate, sayPartMissing);
