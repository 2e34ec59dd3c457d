CREATE TABLE "key_checks" (
	"name" text NOT NULL,
	"use" text NOT NULL,
	"key_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "key_checks_name_use_key_id_pk" PRIMARY KEY("name","use","key_id")
);
