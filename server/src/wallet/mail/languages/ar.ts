import type { Translation } from '@appkit-frame/loader/protocol/messages/messages.ts'
import type { englishMailTexts } from './en.ts'

export const arabicMailTexts: Translation<(typeof englishMailTexts)['en']> = {
  unknownLocation: 'مكان غير معروف',
  approximateCountry: '{country} (تقريبًا)',
  ownNetwork: 'شبكة خادم المحفظة',
  site: 'طُلب في',
  browser: 'المتصفح',
  location: 'المكان',
  time: 'الوقت',
  browserOn: '{name} على {system}',
  someBrowserOn: 'متصفح على {system}',
  unknownBrowser: 'متصفح غير معروف',
  ownName: 'محفظتك',
  foot: 'أُرسل إلى {address} من {wallet}، المحفظة التي يستخدمها {name}.',
  ownFoot: 'أُرسل إلى {address}، عنوان بريد محفظتك.',
  notYou: 'لست أنت؟',
  codeSubject: '{code} هو رمزك لموقع {name}',
  codeTitle: 'رمز تسجيل الدخول',
  codeText: 'اكتبه في النافذة المفتوحة على {host}. في أعلى تلك النافذة مكتوب {wallet}.',
  codeTextOwn: 'اكتبه في النافذة المكتوب في أعلاها {wallet}.',
  codeExpiry: 'يعمل مرة واحدة، لمدة {minutes} دقائق.',
  codeNote: 'لا تفعل شيئًا. لا يدخل أحد من دون هذا الرمز. لا تعطه لأحد؛ لن يطلبه منك أحد من {name} أو {wallet}.',
  unlockMethods: {
    passkey: 'مفتاح مرور',
    kit: 'نسخة احتياطية',
    vault: 'نافذة المحفظة نفسها في متصفح',
    guardian: 'الاستعادة بالبريد',
  },
  notices: {
    unlockMethodAdded: {
      subject: 'طريقة جديدة لفتح محفظتك',
      text: 'يمكن الآن فتح محفظتك أيضًا بهذه الطريقة: {method}.',
    },
    unlockMethodRemoved: {
      subject: 'أُزيلت طريقة لفتح محفظتك',
      text: 'لم تعد هذه الطريقة تفتح محفظتك: {method}.',
    },
    exportRequested: {
      subject: 'شخص يطلب الكلمات السرية لمحفظتك',
      text: 'يمكن رؤيتها ابتداءً من {time}. من يرى هذه الكلمات، عبارة الاستعادة، يمكنه أخذ كل ما في محفظتك، الآن ولاحقًا، ولا أحد يستطيع التراجع عن ذلك.',
    },
    exported: {
      subject: 'تُعرض الآن الكلمات السرية لمحفظتك',
      text: 'من يرى هذه الكلمات، عبارة الاستعادة، يمكنه أخذ كل ما في محفظتك، الآن ولاحقًا، ولا أحد يستطيع التراجع عن ذلك. لا نطلبها أبدًا، لا بالهاتف ولا بالبريد.',
    },
    keyRenewed: {
      subject: 'محفظتك تحصل على قفل جديد',
      text: 'المتصفحات ومفاتيح المرور التي كانت تفتح محفظتك لن تفتحها بعد الآن ما لم تُعَدّ من جديد. تبقى عناوينك وعبارة الاستعادة كما هي. أتلف كل نسخة احتياطية حفظتها من قبل: فهي ما زالت تكشف هذه العبارة.',
    },
    deletionRequested: {
      subject: 'سيُحذف حساب محفظتك في {time}',
      text: 'ابتداءً من {time} لن يستطيع خادمنا المساعدة في فتح محفظتك. حتى ذلك الحين يمكنك إلغاء الحذف في محفظتك ضمن الأمان.',
    },
    deleted: {
      subject: 'حُذف حساب محفظتك',
      text: 'لم يعد خادمنا قادرًا على المساعدة في فتح محفظتك. ما زالت النسخة الاحتياطية أو عبارة الاستعادة تفتحها إن كنت قد حفظت إحداهما.',
    },
  },
  noticeNote: 'افتح محفظتك وسجّل الخروج من كل مكان وراجع صفحة الأمان فيها. وإن كنت أنت، فلا شيء عليك فعله.',
  noticeLink: 'فتح محفظتك',
}
