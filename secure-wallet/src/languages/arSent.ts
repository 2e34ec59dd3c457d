import { isolatePlaceholders } from './isolatePlaceholders.ts'
import type { SentTexts } from './language.ts'

export const arSent: SentTexts['sent'] = isolatePlaceholders({
  title: 'أُرسلت',
  failed: 'فشلت على الشبكة',
  failedLead: 'لم يُخصم سوى رسوم الشبكة.',
  partly: 'نُفّذ جزء منها فقط',
  partlyLead: 'الإجراءات المنفّذة: {done} من {n}. ولم يُخصم للبقية سوى رسوم الشبكة.',
  payment: {
    sent: '{amount} في الطريق إلى {receiver}.',
    title: 'تم الدفع',
    lead: 'دفعت {amount} إلى {receiver}.',
    failed: 'فشل الدفع',
    failedLead: 'احتفظت بـ {amount}. صُرفت رسوم الشبكة.',
  },
  statusLabel: 'الحالة',
  status: {
    waiting: 'بانتظار {network}',
    confirmed: 'مؤكّدة',
    failed: 'فشلت',
    unknown: 'لم تُؤكَّد بعد',
  },
  explorer: 'عرض في المستكشف',
  close: 'تم',
})
