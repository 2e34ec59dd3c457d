/**
 * One sheet for the document and for the card's shadow root; `:host` means nothing in the document. Adopted, so that no
 * `style-src` is needed. A modal dialog is fixed by the browser's own sheet; other dialogs may have switched the page's
 * pointer events off. `bar`: the page has a scroll bar, whose place stays. The bars of the skeleton are as high and as
 * far apart as the rows that come. The declarations stand in the order that packs best.
 */
export const css =
  'dialog[data-appkit]{background:light-dark(#1b1a1761,#0009);padding:0;min-height:100%;border:0;min-width:100%;pointer-events:auto;iframe{width:100%;position:absolute;height:100%;border:0}@media print{display:none}}html:has([data-appkit][open]){overflow:hidden}html:has([data-appkit=bar][open]){scrollbar-gutter:stable}:host{width:320px;gap:16px;margin:auto;inset:0;text-align:center;position:absolute;height:fit-content;border-radius:24px;background:light-dark(#fff,#1b1b1a);padding:20px;display:grid;font:15px system-ui;outline:0}:host *{min-height:36px;margin:0}:host :first-child{font-weight:600}:host :empty,:host button{font:inherit;border-radius:12px;background:#8882;border:0}@media(width<=430px){:host{width:auto;inset:auto 0 0}}'
