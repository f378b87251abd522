/** Where rates come from unless RATES_URLS says otherwise. */
export const defaultRates = [
  'https://api.kraken.com/0/public/Ticker?pair=XBTUSD,ETHUSD,LTCUSD,EURUSD,GBPUSD,AUDUSD,USDCAD,USDCHF,USDJPY',
  'https://api.coingecko.com/api/v3/simple/price?ids=bitcoin,ethereum,litecoin&vs_currencies=usd,eur,gbp,aud,cad,chf,jpy&include_last_updated_at=true',
];
