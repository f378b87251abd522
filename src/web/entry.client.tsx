import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { areasOfRoute } from '#web/i18n/message-area.ts';
import { forgetFullLoad } from '#web/router/full-load.ts';

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

/** The page keeps working as it does without JavaScript, and says so. */
function showPartMissing(): void {
  document.documentElement.dataset.partMissing = '';
}

// The page is hydrated in the language the server rendered.
const areas = Object.keys(window.__reactRouterRouteModules ?? {}).flatMap(areasOfRoute);
void loadMessages(i18n, document.documentElement.lang, areas).then(hydrate, showPartMissing);
