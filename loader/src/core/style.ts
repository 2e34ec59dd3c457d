/**
 * One sheet for the document and for the card's shadow root; `:host` means nothing in the document. Adopted, so that no
 * `style-src` is needed. A modal dialog is fixed by the browser's own sheet; other dialogs may have switched the page's
 * pointer events off. `bar`: the page has a scroll bar, whose place stays. The bars of the skeleton are as high and as
 * far apart as the rows that come. The declarations stand in the order that packs best.
 */
export const css =
  '[data-appkit]{min-height:100%;border:0;background:light-dark(#1b1a1761,#0009);padding:0;min-width:100%;pointer-events:auto;iframe{width:100%;position:absolute;height:100%;border:0}}html:has([data-appkit][open]){overflow:hidden}html:has([data-appkit=bar][open]){scrollbar-gutter:stable}:host{width:320px;gap:16px;margin:auto;inset:0;position:absolute;height:fit-content;outline:0;background:light-dark(#fff,#1b1b1a);padding:20px;font:15px system-ui;display:grid;text-align:center;border-radius:24px}:host *{min-height:36px;margin:0}:host :first-child{font-weight:600}:host :empty,:host button{border-radius:12px;font:inherit;border:0;background:#8882}@media(width<=430px){:host{width:auto;inset:auto 0 0}}'
