import type { ErrorPanelTexts } from '../hook.ts'
import { provideNotices } from './notices.ts'

export const arabicTexts: ErrorPanelTexts = {
  lang: 'ar',
  dir: 'rtl',
  texts: {
    Retry: 'حاول مرة أخرى',
    Close: 'إغلاق',
    'You are offline': 'أنت غير متصل بالإنترنت',
    'The server cannot be reached': 'تعذّر الوصول إلى الخادم',
    'This part could not be loaded': 'تعذّر تحميل هذا الجزء',
    'Blocked by this site': 'محظور من هذا الموقع',
    'Project ID Not Configured': 'معرّف المشروع غير محدَّد',
    'Invalid App Configuration': 'إعداد هذا التطبيق غير صحيح',
    'Rate Limited': 'تم بلوغ حد الطلبات',
    'Server Error': 'خطأ في الخادم',
    'Unsupported version': 'إصدار غير مدعوم',
    'Content-Security-Policy needs frame-src': 'يجب أن تسمح Content-Security-Policy بما يلي: frame-src',
    'origin not allowed': 'هذا العنوان غير مسموح به',
    'invalid project id': 'معرّف المشروع غير معروف',
    'project id not configured': 'معرّف المشروع غير محدَّد',
    'rate limited': 'طلبات كثيرة جدًا',
    'server error': 'خطأ في الخادم',
    'unsupported version': 'إصدار غير مدعوم',
  },
}
provideNotices(arabicTexts)
