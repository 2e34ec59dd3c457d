import { isolatePlaceholders } from './isolatePlaceholders.ts'
import type { TransactionTexts } from './language.ts'

export const arTransactions = isolatePlaceholders({
  newContract: 'عقد جديد',
  sent: {
    title: 'أُرسلت',
    failed: 'فشلت على الشبكة',
    failedLead: 'لم يُخصم سوى رسوم الشبكة.',
    statusLabel: 'الحالة',
    status: {
      waiting: 'بانتظار {network}',
      confirmed: 'مؤكّدة',
      failed: 'فشلت',
      unknown: 'لم تُؤكَّد بعد',
    },
    explorer: 'عرض في المستكشف',
    close: 'تم',
  },
  siteLimit: { label: 'ضمن حدّك', value: '{spent} من {most} اليوم' },
  limits: { only: '{amount} فقط', balance: 'ما لديك الآن', requested: 'ما يطلبه الموقع' },
  fees: { low: 'منخفضة', normal: 'عادية', fast: 'سريعة', site: 'من الموقع' },
} satisfies TransactionTexts['transactions'])
