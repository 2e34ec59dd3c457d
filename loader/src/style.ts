/**
 * One sheet for the document and for the card's shadow root; `:host` means nothing in the document. Adopted, so that no
 * `style-src` is needed. A modal dialog is fixed by the browser's own sheet; other dialogs may have switched the page's
 * pointer events off. `bar`: the page has a scroll bar, whose place stays. The bars of the skeleton are as high and as
 * far apart as the rows that come.
 */
export const css =
  'dialog[data-appkit]{min-width:100%;min-height:100%;padding:0;border:0;pointer-events:auto;background:light-dark(#1b1a1761,#0009);iframe{position:absolute;width:100%;height:100%;border:0}@media print{display:none}}html:has([data-appkit][open]){overflow:hidden}html:has([data-appkit=bar][open]){scrollbar-gutter:stable}:host{position:absolute;inset:0;margin:auto;display:grid;gap:16px;width:320px;height:fit-content;padding:20px;border-radius:24px;background:light-dark(#fff,#1b1b1a);font:15px system-ui;text-align:center}:host *{margin:0;min-height:36px}:host :first-child{font-weight:600}:host :empty,:host button{border:0;border-radius:12px;background:#8882;font:inherit}@media(width<=430px){:host{inset:auto 0 0;width:auto}}'
