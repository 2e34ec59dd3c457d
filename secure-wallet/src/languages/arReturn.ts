import type { ReturnTexts } from './language.ts'

export const arReturn = {
  go: 'المتابعة باسم {email}',
  stays: 'تبقى محفظتك في هذا المتصفح.',
  staysHere: 'تبقى محفظتك في هذه الصفحة. ينساها المتصفح عند مغادرتك.',
  shared: 'هل الحاسوب مشترك؟',
  signOut: 'تسجيل الخروج',
  otherEmail: 'استخدام بريد إلكتروني آخر',
  confirmTitle: 'أكّد أنك أنت',
  confirm: 'لقد عدت إلى {site}. قبل أول توقيع، استخدم مفتاح مرور أو رمزًا عبر البريد الإلكتروني.',
  confirmByCode: 'لقد عدت إلى {site}. قبل أول توقيع، نرسل رمزًا إلى {email}.',
  passkey: 'استخدام مفتاح مرور',
  code: 'إرسال رمز عبر البريد الإلكتروني',
  notNow: 'ليس الآن',
} as const satisfies ReturnTexts['return']
