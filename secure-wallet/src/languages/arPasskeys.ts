import type { PasskeyTexts } from './language.ts'

export const arPasskeys = {
  devices: {
    faceId: 'استخدام Face ID في المرة القادمة',
    touchId: 'استخدام Touch ID في المرة القادمة',
    windowsHello: 'استخدام Windows Hello في المرة القادمة',
    screenLock: 'استخدام قفل الشاشة في المرة القادمة',
    passkey: 'استخدام مفتاح مرور في المرة القادمة',
  },
  none: 'لم يُنشأ مفتاح مرور',
  noneNext: 'يمكنك إضافة مفتاح في أي وقت من قسم الأمان.',
  again: 'إعادة المحاولة',
  notNow: 'ليس الآن',
  login: {
    title: 'استخدم مفتاح المرور',
    noneTitle: 'لم يُستخدم أي مفتاح مرور',
    none: 'لا يوجد على هذا الجهاز مفتاح مرور لهذه المحفظة، أو أُغلق الطلب. يمكنك استخدام بريدك الإلكتروني أيضًا.',
    unfit: 'لم يعد مفتاح المرور هذا يفتح أي محفظة هنا. يمكنك استخدام بريدك الإلكتروني أيضًا.',
    email: 'المتابعة بالبريد الإلكتروني',
    again: 'اسألني مرة أخرى',
  },
} as const satisfies PasskeyTexts['passkeys']
